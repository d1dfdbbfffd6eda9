#!/usr/bin/env bash
# A whole bot of curl and jq: it plays a match against a house bot, and every match that it is invited to, until Ctrl-C.
set -u

ask() { # the path, and what else curl is to be told; the key is not among what `ps` shows
  curl -sS --config <(printf 'header = "Authorization: Bearer %s"' "$KEY") -H 'Content-Type: application/json' "$URL$@"
}

ask /v1/matches --retry 5 -H "Idempotency-Key: $$-$(date +%s)" -d '{"ruleset": "duels", "seats": ["me", "bot:greedy"]}' > /dev/null

# Each line is a request to make, its path and body, or a result to print. A stream that was cut off begins again with
# everything that is open: nothing is lost, and an answer that was given twice counts once.
while true; do
  ask '/v1/events/ndjson?include=legal' -N | jq --unbuffered -r '
    def any: .[now * 1000 % length | floor];
    (.matches // [.])[] |
    if .invited or .type == "invited" then "/v1/matches/\(.match):join {}"
    elif .legal then "/v1/matches/\(.match)/decisions/\(.decision) \({action: .legal | any.notation})"
    elif .type == "match_ended" then
      . as {$seat} | "- \(.ruleset) \(.match): rank \(.outcome.results[]? | select(.seat == $seat).rank)"
    else empty end' |
    while read -r path body; do
      if [ "$path" = - ]; then echo "$body"; else ask "$path" --retry 5 -d "$body" > /dev/null; fi
    done
  sleep 1
done
