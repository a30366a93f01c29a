"""Everything that the server must refuse at a point of an opening, and by which name."""

from . import shapes
from .opening_rules import ANYWHERE, OTHER

METHODS = {"place": "game.place", "swap": "game.swap", "branch": "game.choose",
           "declare_fifths": "game.declare_fifths", "offer_fifths": "game.offer_fifths",
           "choose_fifth": "game.choose_fifth"}


def refusals(position, turn, good_fifths):
    """(player or "stranger", method, params, the reasons of which one is right) each."""
    step, actor = position.step(), position.actor()
    other = OTHER[actor]
    free = next(spot for spot in shapes.BOARD
                if spot not in position.taken() and shapes.within(step.area, spot))
    acts = {
        "place": {"point": shapes.text(free)},
        "swap": {"swap": True},
        "branch": {"option": next(iter(step.branches), "white")},
        "declare_fifths": {"count": 2},
        "offer_fifths": {"points": ["A1", "C1"]},
        "choose_fifth": {"point": shapes.text(position.offered[0] if position.offered else free)},
    }
    for act, params in acts.items():
        yield other, METHODS[act], params, ["not_your_turn"]
        yield "stranger", METHODS[act], params, ["not_a_player"]
        if act != step.act:
            yield actor, METHODS[act], params, ["wrong_act"]
    yield other, "game.pass", {}, ["not_your_turn"]
    if not (position.over() and position.rule.renju and len(position.stones) >= 3):
        yield actor, "game.pass", {}, ["passing_not_allowed"]

    # Meant for a turn that is over, or for one to come.
    for wrong_turn in {turn + 1, turn + 40} | ({0} if turn > 1 else set()):
        yield actor, METHODS[step.act], {**acts[step.act], "turn": wrong_turn}, ["stale"]
    for player in (actor, other):
        yield player, "game.claim_forbidden", {}, ["claim_not_allowed"]
        if position.rule.steps:
            yield player, "game.request_undo", {}, ["undo_not_allowed"]
    for method in METHODS.values():
        yield actor, method, {}, ["invalid_params"]

    for params, reasons in WRONG[step.act](position, step, good_fifths):
        yield actor, METHODS[step.act], params, reasons


def wrong_stones(position, step, _):
    for spot in position.taken():
        yield {"point": shapes.text(spot)}, ["occupied"]
    for off_board in ("P1", "A16", "A0", "H", "", "8H", 8, None, ["H8"]):
        yield {"point": off_board}, ["invalid_params"]
    if step.area == ANYWHERE:
        return
    reason = "not_an_opening" if step.shown else "outside_area"
    if position.rule.centre and not position.stones:
        reason = "centre_first"
    # The nearest points that are wrong, all of them, and some of the others.
    kind, half = step.area
    nearest = half + 1 if kind == "in" else half
    for spot in shapes.BOARD:
        wrong = not shapes.within(step.area, spot) and spot not in position.taken()
        if wrong and (shapes.distance(spot) == nearest or (spot[0] * 15 + spot[1]) % 11 == 0):
            yield {"point": shapes.text(spot)}, [reason]


def wrong_swaps(*_):
    for word in ("yes", 1, None):
        yield {"swap": word}, ["invalid_params"]


def wrong_branches(_position, step, _):
    options = list(step.branches)
    for option in (options[0].upper(), options[0] + "_", "swap", "none", "0"):
        yield {"option": option}, ["bad_option"]
    for option in ("", 0, None):
        yield {"option": option}, ["invalid_params"]


def wrong_numbers(_position, step, _):
    for count in (step.most + 1, 225):
        yield {"count": count}, ["bad_count"]
    for count in (0, -1, 226, 1.5, "2", None):
        yield {"count": count}, ["invalid_params", "bad_count"]


def wrong_fifths(position, _step, good_fifths):
    count = position.count()
    good = [shapes.text(spot) for spot in good_fifths(count + 1)]
    for number in {count - 1, count + 1} - {0}:
        yield {"points": good[:number]}, ["bad_count"]
    yield {"points": []}, ["invalid_params", "bad_count"]
    for spot in position.taken():
        yield {"points": [*good[:count - 1], shapes.text(spot)]}, ["occupied"]
    yield {"points": [*good[:count - 1], "P8"]}, ["invalid_params"]
    if count == 1:
        return
    yield {"points": [*good[:count - 1], good[0]]}, ["same_fifth"]
    groups = [group for group in shapes.fifth_groups(position.stones) if len(group) > 1]
    for group in groups[:6]:
        one, another = shapes.text(group[0]), shapes.text(group[-1])
        rest = [spot for spot in good if shapes.point(spot) not in group]
        yield {"points": [one, *rest[:count - 2], another]}, ["same_fifth"]


def wrong_choices(position, _step, _):
    for spot in position.taken():
        yield {"point": shapes.text(spot)}, ["not_offered"]
    others = [spot for spot in shapes.BOARD
              if spot not in position.taken() and spot not in position.offered]
    for spot in others[::40]:
        yield {"point": shapes.text(spot)}, ["not_offered"]
    yield {"point": "P8"}, ["invalid_params"]


WRONG = {"place": wrong_stones, "swap": wrong_swaps, "branch": wrong_branches,
         "declare_fifths": wrong_numbers, "offer_fifths": wrong_fifths,
         "choose_fifth": wrong_choices}
