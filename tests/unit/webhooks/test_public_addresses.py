"""Which addresses are public: the table against the registers of IANA, and against the manifests and the page."""

import csv
import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

import pytest
import yaml

from services.webhooks.addresses import AddressRules
from services.webhooks.public_addresses import NOT_PUBLIC_IPV4, NOT_PUBLIC_IPV6, PUBLIC_IPV6, is_public
from tests.marks import each_row

ROOT = Path(__file__).parents[3]
REGISTERS = Path(__file__).parent / "registers"


def rows(name: str) -> list[dict[str, str]]:
    with (REGISTERS / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("register", "number"), [("iana-ipv4-special-registry", 26), ("iana-ipv6-special-registry", 25)]
)
def test_no_address_of_a_special_purpose_is_public(register: str, number: int) -> None:
    blocks = [row["Address Block"] for row in rows(register)]
    assert len(blocks) == number
    for block in blocks:
        network = ip_network(block)
        middle = network[network.num_addresses // 2]
        for address in (network[0], middle, network[-1]):
            assert not is_public(address), f"{address} of {block}"


def test_only_what_is_allotted_to_a_regional_registry_is_public_ipv6() -> None:
    allotted = {row["Prefix"] for row in rows("ipv6-unicast-address-assignments")}
    special = {row["Address Block"] for row in rows("iana-ipv6-special-registry")}
    assert set(map(str, PUBLIC_IPV6)) == allotted - {"2001::/23", "2002::/16"}
    within = {block for block in special if any(IPv6Network(block).subnet_of(each) for each in PUBLIC_IPV6)}
    assert set(map(str, NOT_PUBLIC_IPV6)) == within


def test_ipv4_is_not_public_where_it_has_a_special_purpose_is_multicast_or_a_clouds_metadata() -> None:
    special = {row["Address Block"] for row in rows("iana-ipv4-special-registry")}
    outermost = {
        str(network)
        for network in map(IPv4Network, special)
        if not any(network != other and network.subnet_of(other) for other in map(IPv4Network, special))
    }
    assert set(map(str, NOT_PUBLIC_IPV4)) == outermost | {"224.0.0.0/4", "168.63.129.16/32"}


@each_row(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.100.100.200",
        "127.0.0.1",
        "168.63.129.16",
        "169.254.169.254",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.9",
        "192.0.0.192",
        "192.88.99.1",
        "192.168.1.1",
        "198.19.255.255",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:9.9.9.9",
        "::ffff:0:9.9.9.9",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2620:4f:8000::1",
        "2d00::1",
        "3000::1",
        "3ffe::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "2a00::1%1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ],
)
def test_an_address_that_is_no_host_of_the_internet_is_not_connected_to(address: str) -> None:
    assert not AddressRules().allows(address)


@each_row(
    "address",
    [
        "1.1.1.1",
        "9.9.9.9",
        "168.63.129.15",
        "168.63.129.17",
        "192.0.1.0",
        "223.255.255.255",
        "2001:4860:4860::8888",
        "2003::1",
        "2606:4700:4700::1111",
        "2620:fe::fe",
        "2a00:1450::1",
        "2c0f::1",
    ],
)
def test_a_host_of_the_internet_is_connected_to(address: str) -> None:
    assert AddressRules().allows(address)


def test_what_the_operator_allows_is_connected_to_besides() -> None:
    rules = AddressRules(networks=(ip_network("10.0.0.0/8"),))
    assert rules.allows("10.1.2.3")
    assert not rules.allows("192.168.1.1")


def test_the_network_policy_has_the_blocks_of_the_table() -> None:
    documents = yaml.safe_load_all((ROOT / "k8s" / "base" / "worker-webhooks.yaml").read_text())
    (policy,) = (each for each in documents if each["kind"] == "NetworkPolicy")
    blocks = [peer["ipBlock"] for rule in policy["spec"]["egress"] for peer in rule["to"] if "ipBlock" in peer]
    assert blocks[0] == {"cidr": "0.0.0.0/0", "except": list(map(str, NOT_PUBLIC_IPV4))}
    assert [each["cidr"] for each in blocks[1:]] == list(map(str, PUBLIC_IPV6))
    cut_out = {each["cidr"]: each["except"] for each in blocks[1:] if "except" in each}
    assert cut_out == {"2001:c00::/23": ["2001:db8::/32"], "2620::/23": ["2620:4f:8000::/48"]}
    assert {ip_address(ip_network(each)[0]) for inner in cut_out.values() for each in inner} == {
        network[0] for network in NOT_PUBLIC_IPV6
    }


def test_the_page_has_the_blocks_of_the_table() -> None:
    _, _, page = (ROOT / "docs" / "webhooks.md").read_text().partition("### Addresses\n")
    told = dict(re.findall(r"^\| `([0-9./]+)` \| (.*) \|$", page, re.MULTILINE))
    assert told == {str(network): what for network, what in NOT_PUBLIC_IPV4.items()}
    named = set(re.findall(r"`([0-9a-f:]+/\d+)`", page))
    assert named == {*map(str, PUBLIC_IPV6), *map(str, NOT_PUBLIC_IPV6), "3ffe::/16"}
