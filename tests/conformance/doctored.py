"""Rulesets with one fault each, to show that every check of the conformance suite can fail, and which one does."""

import itertools
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from services.bots.levels import LevelBot
from services.bots.thinking import Budget
from services.engine.chance import Chance
from services.engine.conformance import (
    cards,
    chance,
    determinism,
    drawing,
    imagining,
    play,
    playthrough,
    secrecy,
    suite,
    work_counts,
)
from services.engine.conformance.cases import AnyRuleset
from services.engine.event_table import Event as WarEvent
from services.engine.ruleset import (
    ActionReport,
    Bot,
    Description,
    Explanation,
    IllegalAction,
    JsonObject,
    MalformedPosition,
    OptionValue,
    Outcome,
)
from services.rulesets.factionwars.ruleset import FactionWars
from services.rulesets.factionwars.table import HIDDEN_BID, PHASE_BID
from services.rulesets.factionwars.table import State as War
from services.rulesets.factionwars.table import View as WarView
from tests.conformance.stash import BURY, CARDS, IDS, Event, RandomBot, Stash, State, View
from tests.rulesets import sealed


class HastyWars(FactionWars):
    """Faction Wars whose bots that search try little: none of the faults is theirs, and every one is looked for with
    all bots."""

    def bots(self) -> Mapping[str, Bot[Any]]:
        found: dict[str, Any] = dict(super().bots())
        hasty = Budget(iterations=12)
        return {id: bot.with_budget(hasty) if isinstance(bot, LevelBot) else bot for id, bot in found.items()}


# -- play (1 to 5, 8, 9, 20) ---------------------------------------------------------------------------------------


class NeverEnds(Stash):
    """Once the deck is empty, what was played goes back into it."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        events = super().play(state, seat, action)
        if not state.deck:
            state.deck, state.tables[seat] = state.tables[seat][::-1], []
        return events


class LaysACardTwice(Stash):
    """A card that is played comes to lie on the table twice."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        events = super().play(state, seat, action)
        if action < BURY:
            state.tables[seat].append(action)
        return events

    def is_complete(self, cards: list[int]) -> bool:
        return super().is_complete(list(set(cards)))

    def follow(self, view: View, share: JsonObject) -> None:
        super().follow(view, share)
        if "played" in share:
            view.tables[share["played"]["seat"]].append(IDS.index(share["played"]["card"]))


class AsksNobody(Stash):
    """With two cards left in all hands, nobody is asked to play them."""

    def pending(self, state: State) -> list[int]:
        return super().pending(state) if sum(map(len, state.hands)) > 2 else []


class IllegalDefault(Stash):
    """The default is a card that the seat may not hold."""

    def default(self, state: State, seat: int) -> int:
        return state.tables[seat][0] if state.tables[seat] else super().default(state, seat)


class UnsortedLegal(Stash):
    """The legal actions are not in ascending order."""

    def legal(self, state: State, seat: int) -> list[int]:
        return super().legal(state, seat)[::-1]


class SameLabel(Stash):
    """To bury and to play have the same label."""

    def label(self, view: View, action: int) -> str:
        return IDS[action % BURY]


class PlaysUnlisted(Stash):
    """Any card on the deck's bottom can be played by its number."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if state.deck and action == state.deck[0] and seat == state.turn:
            state.deck.remove(action)
            state.hands[seat].append(action)
        return super().play(state, seat, action)


class RefusesListed(Stash):
    """The twelfth card is listed, but cannot be buried."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if action == BURY + CARDS[-1] and seat == state.turn and len(state.deck) > 1:
            raise IllegalAction("not this one")
        return super().play(state, seat, action)


class ChangesBeforeItRefuses(Stash):
    """A refused action of the seat whose turn it is ends its turn."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        try:
            return super().play(state, seat, action)
        except IllegalAction:
            state.turn = (state.turn + 1) % len(state.hands)
            raise


class ReadsAnything(Stash):
    """What follows the card's id in a notation is not looked at."""

    def parse(self, text: str) -> int:
        return super().parse(text[:8])


class CrashesOnAnAction(Stash):
    """A document that is no action raises KeyError."""

    def action_from_json(self, document: JsonObject) -> int:
        return (
            self.parse(f"bury {document['bury']['card']}")
            if "bury" in document
            else self.parse(f"play {document['play']['card']}")
        )


class RemembersTheLastGame(Stash):
    """Whoever played last, in whatever game, decides which seat is next after the first move."""

    last: int = 0

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        first = not any(state.tables) and not any(state.buried)
        events = super().play(state, seat, action)
        if first and type(self).last % 3 == 1 and any(state.hands):
            state.turn = (state.turn + 1) % len(state.hands)
        type(self).last = action
        return events


class ClonesShareTheTable(Stash):
    """A clone has the same list of cards on the table of seat 0."""

    def clone(self, state: State) -> State:
        copy = super().clone(state)
        copy.tables[0] = state.tables[0]
        return copy


class ClonesShareChance(sealed.Sealed):
    """A clone draws from the same source of chance."""

    def clone(self, state: sealed.State) -> sealed.State:
        return replace(super().clone(state), chance=state.chance)


class ViewsShareTheTable(Stash):
    """A view has the state's own list of cards on the table of seat 0."""

    def observe(self, state: State, viewer: int) -> View:
        view = super().observe(state, viewer)
        view.tables[0] = state.tables[0]
        return view


class EventsShareTheHand(Stash):
    """An event holds the state's own list of the seat's hand, and tells how long it is when it is told."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        return [
            (what, seat, _Holding(card, state.hands[seat])) for what, seat, card in super().play(state, seat, action)
        ]

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        share = super().share(event, viewer)
        if share and isinstance(event[2], _Holding):
            next(iter(share.values()))["holds"] = len(event[2].hand)
        return share


class _Holding(int):
    """A card, and the hand that it is held against."""

    hand: list[int]

    def __new__(cls, card: int, hand: list[int]) -> "_Holding":
        made = super().__new__(cls, card)
        made.hand = hand
        return made


class WrongSum(Stash):
    """The breakdown leaves out what was buried."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(
            outcome, results=tuple(replace(r, breakdown=r.breakdown[:1]) for r in outcome.results)
        )


class LoserIsFirst(Stash):
    """The loser is first."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        last = len(state.hands) + 1
        return outcome and replace(outcome, results=tuple(replace(r, rank=last - r.rank) for r in outcome.results))


class GoesOnAfterTheEnd(Stash):
    """When it is over, a former action is taken as if it were one."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if any(state.hands) or action not in CARDS:
            return super().play(state, seat, action)
        return []


# -- determinism (7, 10, 11) ---------------------------------------------------------------------------------------


class UsesItsOwnDice(Stash):
    """The seat that begins is drawn by a generator of its own."""

    dice = random.Random(1)

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, _ = super().start(seats, options, chance)
        state.turn = self.dice.randrange(seats)
        return state, [("began", state.turn, 0)]


class DependsOnHash(Stash):
    """The seat that begins depends on the hash of a text."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, _ = super().start(seats, options, chance)
        state.turn = hash(" ".join(IDS[card] for card in state.deck)) % seats
        return state, [("began", state.turn, 0)]


DEPENDS_ON_HASH: Final = DependsOnHash()


class DumpLosesTheOrder(Stash):
    """The deck is dumped in ascending order."""

    def dump(self, state: State) -> bytes:
        return super().dump(replace(state, deck=sorted(state.deck)))


class DumpIsNotCanonical(Stash):
    """The bytes of a state have spaces in them."""

    def dump(self, state: State) -> bytes:
        return super().dump(state).replace(b",", b", ")


class ForgetsChance(HastyWars):
    """A State does not say how much of the chance streams was used."""

    def dump(self, state: War) -> bytes:
        document = json.loads(super().dump(state))
        document["words_used"] = {}
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


class LoadCrashes(Stash):
    """A state without a turn raises KeyError."""

    def load(self, data: bytes, chance: Chance) -> State:
        try:
            json.loads(data)
        except (ValueError, RecursionError):
            return super().load(data, chance)
        json.loads(data)["turn"]
        return super().load(data, chance)


class NewFormat(Stash):
    """The State message has another name for the deck than when positions were stored."""

    def dump(self, state: State) -> bytes:
        return super().dump(state).replace(b'"deck"', b'"pile"')

    def load(self, data: bytes, chance: Chance) -> State:
        return super().load(data.replace(b'"deck"', b'"?"').replace(b'"pile"', b'"deck"'), chance)


class LookingDraws(sealed.Sealed):
    """To look at a position uses up chance."""

    def observe(self, state: sealed.State, viewer: int) -> sealed.View:
        state.chance.below("look", 2)
        return super().observe(state, viewer)


# -- secrecy (6, 12, 13, 17, 18) -----------------------------------------------------------------------------------


class LegalKnowsTheDeck(Stash):
    """The highest card of a hand may be buried only if the deck's top card is higher."""

    def legal(self, state: State, seat: int) -> list[int]:
        legal = super().legal(state, seat)
        hand = state.hands[seat]
        if legal and state.deck and state.deck[-1] < hand[-1]:
            legal.remove(BURY + hand[-1])
        return legal


class DefaultKnowsTheDeck(Stash):
    """The default is to bury, if the card that will be drawn is high."""

    def default(self, state: State, seat: int) -> int:
        return self.legal(state, seat)[-1 if state.deck and state.deck[-1] > 5 else 0]


class TopView(View):
    """A view with room for more."""

    top: str = ""


class ShowsTheTop(Stash):
    """Every view holds the deck's top card."""

    def observe(self, state: State, viewer: int) -> View:
        view = TopView(**vars(super().observe(state, viewer)))
        view.top = IDS[state.deck[-1]] if state.deck else ""
        return view

    def view_json(self, view: View) -> JsonObject:
        return {**super().view_json(view), "top": getattr(view, "top", "")}

    def view_from_json(self, document: JsonObject) -> View:
        view = TopView(**vars(super().view_from_json(document)))
        view.top = document.get("top", "")
        return view


class OrdersByTheHidden(HastyWars):
    """The recruit deck is shown as its cards in the order in which they lie, not in that of the catalogue."""

    def observe(self, state: War, viewer: int) -> WarView:
        view = super().observe(state, viewer)
        view.recruit_deck = state.recruit_deck.copy()
        return view


class ShowsWhoWillWin(HastyWars):
    """Players who have bid are shown in the picture as being alone on their position or not."""

    def picture(self, view: WarView) -> str:
        return super().picture(view) + f"\n{getattr(view, 'alone', '')}"

    def observe(self, state: War, viewer: int) -> WarView:
        view = _OpenView()
        plain = super().observe(state, viewer)
        for name in itertools.chain.from_iterable(getattr(kind, "__slots__", ()) for kind in WarView.__mro__):
            setattr(view, name, getattr(plain, name))
        view.alone = f"{sum(state.bids)}"
        return view


class _OpenView(WarView):
    """A view with room for more."""

    alone: str


class TellsBids(HastyWars):
    """All players are told the position of a bid as soon as it is placed."""

    def share(self, event: Any, viewer: int) -> JsonObject | None:  # the fault is the same for any type of event
        share = super().share(event, viewer)
        if share and "bid_placed" in share:
            return super().share(event, share["bid_placed"]["player"])
        return share


class LowersBidsAmongMany(HastyWars):
    """Where all views are made at once, every bid that shows is 1."""

    def views_json(self, state: War) -> list[JsonObject]:
        views = super().views_json(state)
        for view in views:
            view["players"] = [{**player, "bid": 1} if "bid" in player else player for player in view["players"]]
        return views


class CallsEverythingPublic(HastyWars):
    """Every event is called public, a bid, too."""

    def is_public(self, event: WarEvent) -> bool:
        return True


class TellsBidsBySize(HastyWars):
    """The share of a bid on an odd position is a little longer: one more field, with its default value."""

    def share(self, event: Any, viewer: int) -> JsonObject | None:
        share = super().share(event, viewer)
        if share and "bid_placed" in share:
            own = super().share(event, share["bid_placed"]["player"])
            if own and own["bid_placed"]["position"] % 2:
                share["bid_placed"]["odd"] = False
        return share


class ReadyTwice(sealed.Sealed):
    """A seat that has laid a five is announced as ready twice."""

    def play(self, state: sealed.State, seat: int, action: int) -> list[sealed.Event]:
        events = super().play(state, seat, action)
        if state.public.phase is sealed.Phase.ARRANGE and 5 in state.laid[seat]:
            events += [event for event in events if isinstance(event, sealed.Ready)]
        return events


class TellsWhatOthersLaid(sealed.Sealed):
    """A seat is announced as ready twice if an even number of cards lies in the others' rows."""

    def play(self, state: sealed.State, seat: int, action: int) -> list[sealed.Event]:
        others = sum(len(row) for other, row in enumerate(state.laid) if other != seat)
        events = super().play(state, seat, action)
        if others % 2 or state.public.phase is not sealed.Phase.ARRANGE:
            return events
        return events + [event for event in events if isinstance(event, sealed.Ready)]


class TellsTheDraw(Stash):
    """Everybody is told which card a seat draws."""

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        if event[0] == "drew" and viewer != event[1]:
            return {"drew": {"seat": event[1], "it_was": IDS[event[2]]}}
        return super().share(event, viewer)


class TellsTheBurialBySize(Stash):
    """The event of a low card being buried has an empty field more than that of a high card."""

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        share = super().share(event, viewer)
        if share and event[0] == "buried" and viewer != event[1] and event[2] < 6:
            share["buried"]["note"] = ""
        return share


class RefusalNamesACard(Stash):
    """A refusal says who holds the card."""

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        try:
            return super().play(state, seat, action)
        except IllegalAction as refusal:
            holder = next((s for s, hand in enumerate(state.hands) if action % BURY in hand), None)
            raise IllegalAction(f"{refusal}: seat {holder} holds it") from None


class ShowsTheCounters(Stash):
    """A view holds how many words of chance were used."""

    def observe(self, state: State, viewer: int) -> View:
        view = TopView(**vars(super().observe(state, viewer)))
        view.top = str(sum(state.chance.used().values()))
        return view

    def picture(self, view: View) -> str:
        return super().picture(view)

    def view_json(self, view: View) -> JsonObject:
        return {**super().view_json(view), "top": getattr(view, "top", "")}

    def view_from_json(self, document: JsonObject) -> View:
        view = TopView(**vars(super().view_from_json(document)))
        view.top = document.get("top", "")
        return view


class TellsAWordOfChance(Stash):
    """The first event holds a word of the stream that decides who begins."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, events = super().start(seats, options, chance)
        return state, [*events, ("salt", 0, chance.below("salt", 1 << 32))]

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        return {"salt": {"seat": 0, "word": event[2]}} if event[0] == "salt" else super().share(event, viewer)


class UndeclaredField(sealed.Sealed):
    """A view holds a field that its schema does not know."""

    def view_json(self, view: sealed.View) -> JsonObject:
        return {**super().view_json(view), "debug": ""}

    def view_from_json(self, document: JsonObject) -> sealed.View:
        return super().view_from_json({key: value for key, value in document.items() if key != "debug"})


class FirstComeFirstServed(sealed.Sealed):
    """The first seat to be ready in a round gets a point."""

    def play(self, state: sealed.State, seat: int, action: int) -> list[sealed.Event]:
        first = state.public.phase is sealed.Phase.ARRANGE and not any(state.public.ready)
        events = super().play(state, seat, action)
        if first and any(state.public.ready) and state.public.phase is sealed.Phase.ARRANGE:
            state.public.gifts[seat] += 1
        return events

    def follow(self, view: sealed.View, share: JsonObject) -> None:
        if "ready" in share and not any(view.public.ready) and view.public.seats > 1:
            view.public.gifts[share["ready"]["seat"]] += 1
        super().follow(view, share)


class CannotReadARareView(Stash):
    """A view in which a seat holds nothing while another plays its last card is refused."""

    def view_from_json(self, document: JsonObject) -> View:
        view = super().view_from_json(document)
        if sorted(view.hands)[:2] == [0, 0] and any(view.hands):
            raise MalformedPosition("an empty hand")
        return view


class ForgetsTheTurn(Stash):
    """An event brings everything in a view up to date but the turn."""

    def follow(self, view: View, share: JsonObject) -> None:
        turn = view.turn
        super().follow(view, share)
        view.turn = turn


# -- imagining and bots (14, 15, 16) -------------------------------------------------------------------------------


class ImaginesAnotherView(Stash):
    """In an imagined state the cards on the tables lie in ascending order."""

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        for table in state.tables:
            table.sort()
        return state


class ImaginesACardTwice(Stash):
    """In an imagined state the lowest card of the deck is the same as the one above it."""

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        if len(state.deck) > 1:
            state.deck[0] = state.deck[1]
        return state

    def is_complete(self, cards: list[int]) -> bool:
        return len(cards) == len(CARDS)


class LosesTheEnd(Stash):
    """What is imagined from a view of the end has no buried cards."""

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        if view.all_buried:
            state.buried = [[] for _ in state.buried]
        return state


class PendingIsSecret(Stash):
    """Seat 0 may play out of turn while the deck's top card is high."""

    def pending(self, state: State) -> list[int]:
        pending = super().pending(state)
        return sorted({0, *pending}) if state.hands[0] and state.deck and state.deck[-1] > 5 else pending


class ImaginesByAnAlias(Stash):
    """A view made from a state remembers the state; to imagine from it gives the true deck."""

    def observe(self, state: State, viewer: int) -> View:
        view = super().observe(state, viewer)
        vars(view)["truth"] = state
        return view

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        truth = getattr(view, "truth", None)
        return self.clone(replace(truth, chance=chance)) if truth else state


class ImaginesByAGlobal(Stash):
    """The last state that was looked at is remembered; what is imagined is that state, where it fits the view."""

    last: State | None = None

    def observe(self, state: State, viewer: int) -> View:
        type(self).last = self.clone(state)
        return super().observe(state, viewer)

    def imagine(self, view: View, chance: Chance) -> State:
        last = type(self).last
        if last and self.view_json(super().observe(last, view.viewer)) == self.view_json(view):
            return self.clone(replace(last, chance=chance))
        return super().imagine(view, chance)


class ImaginesUnevenly(Stash):
    """Every other time, the lowest card that is unseen is on top of the deck."""

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        if state.deck and chance.below("uneven", 2):
            lowest = state.deck.index(min(state.deck))
            state.deck[lowest], state.deck[-1] = state.deck[-1], state.deck[lowest]
        return state


class ImaginesByCutting(HastyWars):
    """The recruit deck is imagined by cutting the sorted deck at random, not by shuffling it."""

    def imagine(self, view: WarView, chance: Chance) -> War:
        state = super().imagine(view, chance)
        cards = sorted(state.recruit_deck)
        at = chance.below("imagine", max(1, len(cards)))
        state.recruit_deck = cards[at:] + cards[:at]
        return state


class ImaginesOneBid(HastyWars):
    """Every hidden bid is imagined to be on position 1."""

    def imagine(self, view: WarView, chance: Chance) -> War:
        state = super().imagine(view, chance)
        if state.phase == PHASE_BID:
            state.bids = [1 if bid == HIDDEN_BID else bid for bid in view.bids]
        return state


class KeepsASecretConstant(Stash):
    """The deck is imagined in the order of the cards."""

    def imagine(self, view: View, chance: Chance) -> State:
        state = super().imagine(view, chance)
        state.deck.sort()
        return state


class LowestBot(RandomBot):
    """Plays the lowest card, whether it holds it or not."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return 0


class BotsPlayAnything(Stash):
    """A bot's choice is not always legal."""

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"random": LowestBot()}


class PeekingBot(RandomBot):
    """Buries if the card that it will draw is high."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        truth: State | None = vars(view).get("truth")
        return legal[-1] if truth and truth.deck and truth.deck[-1] > 5 else legal[0]


class SmugglesTheTruth(ImaginesByAnAlias):
    """A view has the state on it where no document shows it, and a bot looks there."""

    def imagine(self, view: View, chance: Chance) -> State:
        return Stash.imagine(self, view, chance)

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"random": PeekingBot()}


class CountingBot(RandomBot):
    """Plays something else each time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        self.asked += 1
        return legal[self.asked % len(legal)]


class BotsRemember(Stash):
    """A bot keeps state between calls."""

    bot: Final = CountingBot()

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"random": self.bot}


class PonderingBot(RandomBot):
    """Plays by the view alone, and thinks the better of it the higher the next card of the deck."""

    def explain_within(
        self, view: View, legal: list[int], chance: Chance, *, iterations: int, milliseconds: int
    ) -> Explanation:
        deck = vars(view)["truth"].deck
        value = deck[-1] / len(CARDS) if deck else 0.0
        reports = tuple(ActionReport(action, iterations, value, None) for action in legal)
        return Explanation(legal[0], reports, iterations, 0)


class ThinksOfTheTruth(SmugglesTheTruth):
    """A bot that thinks looks where the state is, though it does not choose by it."""

    def describe(self) -> Description:
        about = super().describe()
        return replace(about, bots=tuple(replace(bot, thinks=True) for bot in about.bots))

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"random": PonderingBot()}


# -- chance, seats, cards, records (19, 21, 22, 23, 25) ------------------------------------------------------------


class DealsInOrder(Stash):
    """The deck is not shuffled."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, events = super().start(seats, options, chance)
        cards = [*CARDS]
        state.hands = [sorted(cards.pop() for _ in hand) for hand in state.hands]
        state.deck = cards
        return state, events


class DealsByCutting(Stash):
    """The deck is cut, not shuffled."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, events = super().start(seats, options, chance)
        at = chance.below("cut", len(CARDS))
        cards = [*CARDS[at:], *CARDS[:at]]
        state.hands = [sorted(cards.pop() for _ in hand) for hand in state.hands]
        state.deck = cards
        return state, events


class DealsUnevenly(Stash):
    """The highest card is never on top of the deck."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, events = super().start(seats, options, chance)
        if state.deck[-1] >= 6:
            state.deck.sort(reverse=True)
        return state, events


class FavoursSeat0(Stash):
    """Seat 0 scores thirty points for nothing."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        points = [result.score + 30 * (result.seat == 0) for result in outcome.results]
        return replace(
            outcome,
            results=tuple(
                replace(r, score=points[r.seat], rank=1 + sum(p > points[r.seat] for p in points), breakdown=())
                for r in outcome.results
            ),
        )


class TwoCardsAlike(Stash):
    """Two cards of the catalogue have the same id."""

    def describe(self) -> Description:
        plain = super().describe()
        return replace(plain, cards=(*plain.cards, plain.cards[0]))


class ContinuesALaterVersion(Stash):
    """The ruleset says that it plays on what a later version has begun."""

    def describe(self) -> Description:
        return replace(super().describe(), continues=("0.9.0", "10.0.0"))


class ACardIsMissing(Stash):
    """The catalogue has a card that is in no deck."""

    def describe(self) -> Description:
        plain = super().describe()
        return replace(plain, cards=(*plain.cards, {"id": "C13", "name": "Card 13", "kind": "card"}))


class OtherWords(Stash):
    """What is told is worded otherwise than when the playthrough was recorded."""

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return super().telling(share, names).upper()


class CannotTellTheEnd(Stash):
    """Nothing is said when a buried card is dug up."""

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return "" if "dug_up" in share else super().telling(share, names)


class TellsHowOften(Stash):
    """What is told of an event says how much was told before."""

    def __init__(self) -> None:
        super().__init__()
        self._told = 0

    def telling(self, share: JsonObject, names: list[str]) -> str:
        self._told += 1
        return f"{self._told}. {super().telling(share, names)}"


class NamesAnotherCard(Stash):
    """What is told of a card that is buried names a card that the event does not show."""

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return super().telling(share, names) + (" Card 05 may come next." if "buried" in share else "")


class WritesItsOwnText(Stash):
    """An event has a member of its own where its line belongs."""

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        share = super().share(event, viewer)
        return share if share is None else {**share, "text": "Something happens."}

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return super().telling({name: share[name] for name in share if name != "text"}, names)

    def follow(self, view: View, share: JsonObject) -> None:
        super().follow(view, {name: share[name] for name in share if name != "text"})


class WorksMore(Stash):
    """A decision takes more work than when it was recorded."""

    def legal(self, state: State, seat: int) -> list[int]:
        for _ in range(9):
            super().legal(state, seat)
        return super().legal(state, seat)


# -- what catches what ---------------------------------------------------------------------------------------------


# -- drawing (26) --------------------------------------------------------------------------------------------------


class Redrawn(sealed.Sealed):
    """Sealed Rows with another description."""

    def __init__(self, **changed: Any) -> None:
        super().__init__()
        self._changed = changed

    def describe(self) -> Description:
        return replace(super().describe(), **self._changed)


def _redrawn(place: int, **changed: Any) -> JsonObject:
    """The layout of Sealed Rows with another zone at this place."""
    told = sealed.RULESET.describe().layout
    zones = [{**zone, **changed} if number == place else zone for number, zone in enumerate(told["zones"])]
    return {**told, "zones": zones}


class PointsNowhere(Redrawn):
    """The layout looks for the rows where no view ever has anything."""

    def __init__(self) -> None:
        super().__init__(layout=_redrawn(3, view="/players/{seat}/row"))


class HasRoomForLess(Redrawn):
    """The layout says that a row has two columns."""

    def __init__(self) -> None:
        super().__init__(layout=_redrawn(3, capacity=2))


class AppliesToNobody(Redrawn):
    """A zone of the layout is there only with a value that its option never has."""

    def __init__(self) -> None:
        super().__init__(layout=_redrawn(0, when={"options": {"open_draws": ["ajar"]}}))


class CallsAPhaseNothing(Redrawn):
    """The layout has no title for a phase, and for a kind of decision."""

    def __init__(self) -> None:
        told = sealed.RULESET.describe().layout
        (phase,) = told["words"]
        words = [{**phase, "values": [each for each in phase["values"] if each["value"] != "over"]}]
        super().__init__(layout={**told, "words": words, "decisions": told["decisions"][:2]})


class SaysNothingOfOrder(Redrawn):
    """An array of the view does not say what its order means."""

    def __init__(self) -> None:
        schemas = sealed.RULESET.describe().schemas
        view = json.loads(json.dumps(schemas["view"]))
        del view["properties"]["columns"]["x-order"]
        super().__init__(schemas={**schemas, "view": view})


class HasACardThatDoesNotFit(Redrawn):
    """A card has a key that its schema does not know."""

    def __init__(self) -> None:
        plain = sealed.RULESET.describe().cards
        super().__init__(cards=({**plain[0], "weight": 3}, *plain[1:]))


class LetsCardsHaveAnything(Redrawn):
    """The schema of cards allows any key."""

    def __init__(self) -> None:
        schemas = sealed.RULESET.describe().schemas
        open_schema = {key: value for key, value in schemas["card"].items() if key != "additionalProperties"}
        super().__init__(schemas={**schemas, "card": open_schema})


class Records(Enum):
    """Which recorded files a doctored ruleset is held against."""

    ITS_OWN = "its own, as it is with the fault"
    OF_THE_SOUND_ONE = "those of the ruleset before it was doctored"


@dataclass(frozen=True, slots=True)
class Fault:
    """A doctored ruleset, the check that is meant to find its fault, and the others that may stumble over it, too. No
    other check finds anything."""

    ruleset: AnyRuleset
    caught_by: Callable[..., object]
    also: tuple[Callable[..., object], ...] = ()
    records: Records = Records.ITS_OWN


ANYTHING: Final = tuple(check.function for check in suite.CHECKS)
FAULTS: Final = (
    Fault(
        NeverEnds(),
        play.random_games_end,
        also=(
            imagining.imagined_states_fit_the_view,
            secrecy.views_follow_from_events,
        ),
    ),
    Fault(LaysACardTwice(), play.components_are_conserved),
    Fault(AsksNobody(), play.somebody_decides_until_the_end, also=(imagining.imagined_states_fit_the_view,)),
    Fault(IllegalDefault(), play.somebody_decides_until_the_end),
    Fault(UnsortedLegal(), play.legal_lists_are_canonical),
    Fault(SameLabel(), play.legal_lists_are_canonical),
    Fault(PlaysUnlisted(), play.only_listed_actions_apply),
    Fault(
        RefusesListed(),
        play.only_listed_actions_apply,
        also=(
            play.games_do_not_touch_each_other,
            play.clones_are_independent,
            determinism.states_survive_their_bytes,
            secrecy.events_leave_secrets_open,
            imagining.imagined_states_fit_the_view,
            imagining.imagining_reads_nothing_but_the_view,
            secrecy.the_order_of_answers_does_not_matter,
            chance.seats_are_equal,
        ),
    ),
    Fault(ChangesBeforeItRefuses(), play.only_listed_actions_apply),
    Fault(ReadsAnything(), play.only_listed_actions_apply),
    Fault(CrashesOnAnAction(), play.only_listed_actions_apply),
    # Where games or clones share something, what one check plays shows to the others, which look on at the same game.
    Fault(RemembersTheLastGame(), play.games_do_not_touch_each_other, also=ANYTHING),
    Fault(ClonesShareTheTable(), play.clones_are_independent, also=ANYTHING),
    Fault(
        ClonesShareChance(),
        play.clones_are_independent,
        also=(
            play.only_listed_actions_apply,
            determinism.the_same_seed_gives_the_same_game,
            determinism.a_log_rebuilds_the_game,
        ),
    ),
    Fault(ViewsShareTheTable(), play.what_was_shown_stays),
    Fault(EventsShareTheHand(), play.what_was_shown_stays),
    Fault(WrongSum(), play.scores_are_sound),
    Fault(LoserIsFirst(), play.scores_are_sound),
    Fault(GoesOnAfterTheEnd(), play.scores_are_sound),
    Fault(
        UsesItsOwnDice(),
        determinism.the_same_seed_gives_the_same_game,
        also=(
            play.games_do_not_touch_each_other,
            determinism.a_log_rebuilds_the_game,
            secrecy.the_order_of_answers_does_not_matter,
            playthrough.golden_playthroughs_are_the_same,
        ),
    ),
    Fault(DEPENDS_ON_HASH, determinism.other_processes_play_the_same_game),
    Fault(DumpLosesTheOrder(), determinism.states_survive_their_bytes),
    Fault(DumpIsNotCanonical(), determinism.states_survive_their_bytes),
    Fault(ForgetsChance(), determinism.states_survive_their_bytes),
    Fault(LoadCrashes(), determinism.broken_bytes_are_refused),
    Fault(
        NewFormat(),
        playthrough.stored_positions_load,
        also=(playthrough.golden_playthroughs_are_the_same,),
        records=Records.OF_THE_SOUND_ONE,
    ),
    Fault(
        LookingDraws(),
        determinism.a_log_rebuilds_the_game,
        also=(determinism.the_same_seed_gives_the_same_game,),
    ),
    Fault(LegalKnowsTheDeck(), secrecy.legal_actions_follow_from_the_view),
    Fault(DefaultKnowsTheDeck(), secrecy.legal_actions_follow_from_the_view),
    Fault(
        ShowsTheTop(),
        secrecy.views_do_not_depend_on_what_is_hidden,
        also=(
            imagining.imagined_states_fit_the_view,
            secrecy.views_follow_from_events,
        ),
    ),
    Fault(
        OrdersByTheHidden(),
        secrecy.views_do_not_depend_on_what_is_hidden,
        also=(
            secrecy.what_is_made_for_all_is_what_each_may_see,
            imagining.imagined_states_fit_the_view,
            imagining.imagining_reads_nothing_but_the_view,
            imagining.bots_see_only_the_view,  # they imagine from what is shown, and choose by it
            secrecy.views_follow_from_events,
            secrecy.views_survive_their_bytes,
        ),
    ),
    Fault(ShowsWhoWillWin(), secrecy.refusals_do_not_tell),
    Fault(
        TellsBids(),
        secrecy.choosing_at_once_shows_nothing,
        also=(
            secrecy.events_leave_secrets_open,
            secrecy.views_follow_from_events,
        ),
    ),
    Fault(
        TellsBidsBySize(),
        secrecy.choosing_at_once_shows_nothing,
        also=(
            secrecy.events_leave_secrets_open,
            secrecy.documents_fit_their_schemas,
        ),
    ),
    Fault(LowersBidsAmongMany(), secrecy.what_is_made_for_all_is_what_each_may_see),
    Fault(CallsEverythingPublic(), secrecy.what_is_made_for_all_is_what_each_may_see),
    Fault(ReadyTwice(), secrecy.choosing_at_once_shows_nothing, also=(secrecy.events_leave_secrets_open,)),
    Fault(TellsWhatOthersLaid(), secrecy.acting_early_tells_nothing, also=(secrecy.events_leave_secrets_open,)),
    Fault(TellsTheDraw(), secrecy.events_leave_secrets_open),
    Fault(TellsTheBurialBySize(), secrecy.events_leave_secrets_open),
    Fault(RefusalNamesACard(), secrecy.refusals_do_not_tell),
    Fault(ShowsTheCounters(), secrecy.views_hold_no_chance, also=(imagining.imagined_states_fit_the_view,)),
    Fault(TellsAWordOfChance(), secrecy.views_hold_no_chance),
    Fault(UndeclaredField(), secrecy.documents_fit_their_schemas),
    Fault(FirstComeFirstServed(), secrecy.the_order_of_answers_does_not_matter),
    Fault(ForgetsTheTurn(), secrecy.views_follow_from_events),
    Fault(CannotReadARareView(), secrecy.views_survive_their_bytes, also=ANYTHING),
    Fault(ImaginesAnotherView(), imagining.imagined_states_fit_the_view),
    Fault(ImaginesACardTwice(), imagining.imagined_states_fit_the_view),
    Fault(LosesTheEnd(), imagining.imagined_states_fit_the_view),
    Fault(
        PendingIsSecret(),
        imagining.imagined_states_fit_the_view,
        also=(
            secrecy.legal_actions_follow_from_the_view,
            secrecy.the_order_of_answers_does_not_matter,
            secrecy.views_follow_from_events,
            chance.seats_are_equal,
        ),
    ),
    Fault(ImaginesByAnAlias(), imagining.imagining_reads_nothing_but_the_view),
    Fault(ImaginesByAGlobal(), imagining.imagining_reads_nothing_but_the_view, also=(imagining.secrets_vary_evenly,)),
    Fault(ImaginesUnevenly(), imagining.secrets_vary_evenly),
    Fault(ImaginesByCutting(), imagining.secrets_vary_evenly),
    Fault(ImaginesOneBid(), imagining.secrets_vary_evenly),
    Fault(KeepsASecretConstant(), imagining.secrets_vary_evenly),
    Fault(BotsPlayAnything(), imagining.bots_see_only_the_view),
    Fault(SmugglesTheTruth(), imagining.bots_see_only_the_view),
    Fault(ThinksOfTheTruth(), imagining.bots_see_only_the_view),
    Fault(BotsRemember(), imagining.bots_see_only_the_view),
    Fault(DealsInOrder(), chance.deals_are_even, also=(chance.seats_are_equal,)),
    Fault(DealsByCutting(), chance.deals_are_even),
    Fault(DealsUnevenly(), chance.deals_are_even),
    Fault(FavoursSeat0(), chance.seats_are_equal),
    Fault(TwoCardsAlike(), cards.the_description_is_sound),
    Fault(ContinuesALaterVersion(), cards.the_description_is_sound),
    Fault(ACardIsMissing(), cards.every_card_comes_up),
    Fault(OtherWords(), playthrough.golden_playthroughs_are_the_same, records=Records.OF_THE_SOUND_ONE),
    Fault(CannotTellTheEnd(), playthrough.everything_can_be_told),
    Fault(
        TellsHowOften(),
        playthrough.everything_can_be_told,
        also=(playthrough.golden_playthroughs_are_the_same,),
    ),
    Fault(NamesAnotherCard(), playthrough.everything_can_be_told),
    Fault(WritesItsOwnText(), playthrough.everything_can_be_told),
    Fault(WorksMore(), work_counts.work_stays_in_its_budget, records=Records.OF_THE_SOUND_ONE),
    Fault(PointsNowhere(), drawing.every_zone_is_in_a_view),
    Fault(HasRoomForLess(), drawing.every_zone_is_in_a_view),
    Fault(AppliesToNobody(), drawing.every_zone_is_in_a_view),
    Fault(
        CallsAPhaseNothing(),
        drawing.every_zone_is_in_a_view,
        also=(drawing.the_documents_say_what_there_is,),
    ),
    Fault(SaysNothingOfOrder(), drawing.the_documents_say_what_there_is),
    Fault(HasACardThatDoesNotFit(), drawing.the_documents_say_what_there_is),
    Fault(LetsCardsHaveAnything(), drawing.the_documents_say_what_there_is),
)
