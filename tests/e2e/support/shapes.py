"""Points, squares, the 26 openings by name and sameness of shapes, for tests; from the definitions."""

COLUMNS = "ABCDEFGHIJKLMNO"
CENTRE = (7, 7)
BOARD = [(column, row) for column in range(15) for row in range(15)]


def text(point):
    return f"{COLUMNS[point[0]]}{point[1] + 1}"


def point(text):
    return COLUMNS.index(text[0]), int(text[1:]) - 1


def distance(spot):
    """Of the square round the centre on whose border the point lies."""
    return max(abs(spot[0] - 7), abs(spot[1] - 7))


def within(area, spot):
    kind, half = area
    return (distance(spot) <= half) == (kind == "in")


# Black 3 from RIF's list, with White 2 on H9 (direct) or I9 (indirect).
THIRDS = {
    "D": "H10 I10 J10 I9 J9 I8 J8 H7 I7 J7 H6 I6 J6".split(),
    "I": "J10 J9 J8 J7 J6 I8 I7 I6 H7 H6 G7 G6 F6".split(),
}
CHINESE = {
    "D": "寒星 溪月 疏星 花月 残月 雨月 金星 松月 丘月 新月 瑞星 山月 游星".split(),
    "I": "长星 峡月 恒星 水月 流星 云月 浦月 岚月 银月 明星 斜月 名月 彗星".split(),
}


def turns(spots):
    """The eight turned and mirrored images of points round (0, 0), in their order."""
    for mirror_x in (1, -1):
        for mirror_y in (1, -1):
            for across in (False, True):
                yield tuple((y * mirror_y, x * mirror_x) if across else (x * mirror_x, y * mirror_y)
                            for x, y in spots)


def _from_centre(spot):
    return spot[0] - 7, spot[1] - 7


def _named():
    names = {}
    for family, second in (("D", "H9"), ("I", "I9")):
        for number, third in enumerate(THIRDS[family]):
            shape = tuple(_from_centre(point(where)) for where in (second, third))
            name = f"{family}{number + 1} {CHINESE[family][number]}"
            for image in turns(shape):
                assert names.setdefault(image, name) == name, (name, names[image])
    return names


_NAMES = _named()


def opening_name(first, second, third):
    """"D4 花月", or "" for a shape that has no name."""
    if first != CENTRE:
        return ""
    return _NAMES.get((_from_centre(second), _from_centre(third)), "")


def shape_key(stones):
    """Equal for congruent coloured shapes: moved, turned and mirrored."""
    keys = []
    spots = [spot for spot, _ in stones]
    colours = [colour for _, colour in stones]
    for image in turns(spots):
        left, low = min(x for x, _ in image), min(y for _, y in image)
        keys.append(tuple(sorted((x - left, y - low, colour)
                                 for (x, y), colour in zip(image, colours))))
    return min(keys)


def fifth_groups(stones):
    """The free points on a four-stone shape; those in one group are the same fifth move."""
    taken = {spot for spot, _ in stones}
    groups = {}
    for spot in BOARD:
        if spot not in taken:
            groups.setdefault(shape_key([*stones, (spot, "black")]), []).append(spot)
    return list(groups.values())
