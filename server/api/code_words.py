"""Codes that move a seat: two words and a number, easy to read aloud and to type on a phone."""

from __future__ import annotations

import re
import secrets
import unicodedata
from hashlib import sha256

NUMBER_LEAST, NUMBERS = 100, 900
# 256 words without accents, each once: with the number nearly 26 bits a code.
_LIST = """
abeja abril actor agua alba aldea alma amapola amigo ancla animo anillo arbol arena arroz avion
azul bahia baile balcon banco barca barro bella bosque bota brazo brisa bruja bueno burro buzo
cabra cacao cafe caja calle cama campo canto casa cebra cena cereza cesta cielo cinta ciruela
clavel coco cofre col cometa conejo coral corcho corona costa cristal cuadro cuento cueva dado
danza delfin dedo diez disco dragon ducha duende dulce eco edad elefante enano enero encina
escoba espejo estrella faro feria fiesta flauta flecha flor foca fogata fresa fruta fuego fuente
gaita gallo ganso garza gato genio girasol globo gorra gota grano grillo guante guitarra hacha
hada harina heno hielo hierba higo hilo hoja hongo horno huerta hueso iglu iman isla jabon
jamon jardin jarra jinete joya juego junio kilo labio lago lampara lana lapiz laurel leche lechuga
lento leon libro lima limon lince lirio llave lluvia lobo loro luna luz madera maiz malva mango
manta manzana mapa mar marzo mayo melon menta mesa miel mimbre mono monte mora mosca mundo museo
nabo nave nectar nido niebla nieve noche norte nube nuez oasis oca ocho oliva olla onda opera
oro oso otono oveja paja palma paloma pan papel parque pasto pato pavo pera perla perro pez
piano piedra pino pinza plata playa pluma pozo prado pulpo queso quinta rama rana raton rayo
reina reloj remo rio risa roble roca rosa rubi rueda sabio sal salsa sandia sauce seda selva
silla sol sopa sur tambor taza techo tela
tierra tigre tomate torre tortuga trigo uva
"""
WORDS = tuple(_LIST.split())
_CODE = re.compile(r"[a-z]{1,12}-[a-z]{1,12}-[0-9]{3}")
_BREAK = re.compile(r"[^a-z0-9]+")


def fresh_code() -> str:
    """`lobo-nube-482`."""
    number = NUMBER_LEAST + secrets.randbelow(NUMBERS)
    return f"{secrets.choice(WORDS)}-{secrets.choice(WORDS)}-{number}"


def typed_code(text: str) -> str:
    """A code however it was typed: with blanks, capitals or accents; empty if it is none."""
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text).lower()
        if not unicodedata.combining(letter)
    )
    code = _BREAK.sub("-", plain).strip("-")
    return code if _CODE.fullmatch(code) else ""


def digest_of(code: str) -> str:
    """By what a store knows a code, hex."""
    return sha256(b"ol-code-1" + code.encode("ascii")).hexdigest()
