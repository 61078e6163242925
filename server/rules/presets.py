"""Presets, one row each, and the named variants that the rules of this game know."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from server.cards import FRENCH52, FRENCH54, JIUJITSU
from server.rules.ruleset import RuleSet

CLASICO = RuleSet(
    preset="clasico",
    pack=FRENCH52,
    two_packs_from=6,
    hand_size=5,
    hand_size_two=7,
    direction="right",
    first_dealer="host",
    next_dealer="in_direction",
    starter_forbidden=("8",),
    starter_eight="buried",
    wild_suit=("8",),
    skip=(),
    reverse=(),
    draw={},
    reverse_two="nothing",
    stacking=True,
    draw_limit=None,
    voluntary_draw=True,
    drawn_card="may",
    rebuild_stock=False,
    last_card_effect="ignored",
    scoring="winner_collects",
    target=None,
    on_abandon="ends",
    fines={"wrong_card": 1},
)
ESPECIALES = replace(CLASICO, preset="especiales", skip=("Q",), reverse=("A",), draw={"2": 2})
FAMILIAR = replace(
    CLASICO,
    preset="familiar",
    hand_size=7,
    direction="left",
    first_dealer="lowest_cut",
    next_dealer="left",
    draw_limit=1,
    voluntary_draw=False,
    rebuild_stock=True,
    last_card_call="automatic",
    last_card_fine=2,
    scoring="losers_add",
    target=100,
)
MONTANITA = replace(
    CLASICO,
    preset="montanita",
    pack=FRENCH54,
    hand_size=8,
    hand_size_two=8,
    next_dealer="right",
    starter_forbidden=("8", "JK"),
    wild_keep=("JK",),
    skip=("2",),
    reverse=("J", "K"),
    draw={"3": 3, "JK": 3},
    play_again=("A",),
    reverse_two="play_again",
    penalty_first_card=True,
    voluntary_draw=False,
    drawn_card="must",
    rebuild_stock=True,
    last_card_effect="applies",
    play_on=True,
    last_card_call="automatic",
    last_card_fine=3,
    call_on_pass=True,
    fines={"wrong_card": 3, "out_of_turn": 3, "unnamed": 3, "slow": 3, "wrong_call": 3},
    scoring="places",
)
JIU_JITSU = replace(
    CLASICO,
    preset="jiujitsu",
    pack=JIUJITSU,
    two_packs_from=None,
    hand_size=8,
    hand_size_two=8,
    first_dealer="highest_cut",
    next_dealer="right",
    starter_forbidden=("+5", "EL"),
    starter_effects=True,
    wild_suit=("+5", "EL"),
    skip=("!",),
    reverse=("~",),
    draw={"+": 2, "+5": 5},
    answers="jiujitsu",
    draw_limit=1,
    voluntary_draw=False,
    drawn_card="must",
    rebuild_stock=True,
    last_card_call="called",
    last_card_fine=2,
    fines={"wrong_card": 1, "out_of_turn": 1, "unnamed": 1},
    scoring="elimination",
    limit=888,
    max_rounds=50,
)
PRESETS: dict[str, RuleSet] = {
    rules.preset: rules for rules in (CLASICO, ESPECIALES, FAMILIAR, MONTANITA, JIU_JITSU)
}
PRESET_USUAL = "especiales"  # what is played if nothing else is chosen
SEATS_LEAST = 2
SEATS_DEFAULT = 4


class Variant(msgspec.Struct, frozen=True):
    """A variant with a name: the switches that it sets, and the presets that it is made for."""

    key: str
    presets: tuple[str, ...]
    switches: dict[str, object]
    title_es: str
    title_en: str


_S0 = ("clasico", "especiales")
_FAMILY = ("familiar",)
_JIUJITSU = ("jiujitsu",)

VARIANTS: tuple[Variant, ...] = (
    Variant("eight_opens", _S0, {"starter_eight": "dealer_names"},
            "Si abre un 8, quien reparte pide el palo", "If an eight opens, the dealer names"),
    Variant("stock_rebuilt", _S0, {"rebuild_stock": True},
            "El mazo se vuelve a armar", "The stock is rebuilt"),
    Variant("draw_one", _S0,
            {"draw_limit": 1, "voluntary_draw": False, "drawn_card": "must"},
            "Se roba una sola", "Draw one"),
    Variant("draw_three", _S0,
            {"draw_limit": 3, "voluntary_draw": False, "drawn_card": "must"},
            "Se roban hasta tres", "Draw up to three"),
    Variant("countdown", _S0, {"scoring": "countdown", "target": None},
            "Cuenta regresiva", "Countdown"),
    Variant("closing_two", ("especiales",), {"last_card_effect": "draw_applies"},
            "El 2 que cierra hace robar", "A closing two makes draw"),
    Variant("jack_skips", _FAMILY, {"skip": ("J",)}, "La jota salta", "Jacks skip"),
    Variant("queen_turns", _FAMILY, {"reverse": ("Q",)},
            "La reina da la vuelta", "Queens turn the way round"),
    Variant("two_draws", _FAMILY, {"draw": {"2": 2}}, "El 2 hace robar 2", "Twos draw two"),
    Variant("draw_until", _FAMILY, {"draw_limit": None},
            "Se roba hasta poder jugar", "Draw until you can play"),
    Variant("no_eight_on_eight", _FAMILY, {"eight_on_eight": False},
            "No se pone un 8 sobre un 8", "No eight on an eight"),
    Variant("silent_eight", _FAMILY, {"silent_eight": True},
            "El 8 no pide palo", "Eights name no suit"),
    Variant("two_packs_at_five", _FAMILY, {"two_packs_from": 5},
            "Dos barajas desde cinco", "Two packs from five"),
    Variant("target_200", _FAMILY, {"target": 200}, "A 200 puntos", "To 200 points"),
    Variant("no_stacking", _JIUJITSU, {"stacking": False},
            "Los castigos no se suman", "Penalties do not add up"),
    Variant("limit_400", _JIUJITSU, {"limit": 400}, "Hasta 400 puntos", "Up to 400 points"),
    Variant("one_hour", _JIUJITSU, {"time_limit": 60}, "Una hora", "One hour"),
)  # fmt: skip
