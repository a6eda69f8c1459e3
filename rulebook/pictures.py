"""Inlines drawings as SVG elements, so that they use the page's colours and fonts."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from rulebook.errors import ManualError

SVG = "http://www.w3.org/2000/svg"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
PARTS = {"svg", "g", "defs", "symbol", "use", "clipPath", "mask", "pattern", "marker", "title", "desc"}
PAINT = {"linearGradient", "radialGradient", "stop"}
LINK = f"{{{SVG}}}a"
ALLOWED = SHAPES | PARTS | PAINT | {"a"}
LEAST_TEXT = 11  # pixels, the smallest readable font size
PHONE = 356  # pixels, the width of a drawing on a 360-pixel screen
WIDTHS = range(360, 801, 40)
SCALE = re.compile(r"scale\(([\d.]+)")
POINTER = re.compile(r"url\(#([^)]+)\)")


def inline(file: Path, prefix: str) -> str:
    """The drawing in a file as an <svg> element for a page.

    All its ids get `prefix`, because two drawings on a page may use the same ones. The element is hidden from screen
    readers and loses its own title, because the figure's caption says everything that the picture shows.
    Raises ManualError for a missing file, and for elements and attributes that are not allowed.
    """
    if not file.is_file():
        raise ManualError(f"There is no picture {file.name}.")
    return clean(file.read_text(encoding="utf-8"), prefix, file.name, is_kept_readable=True)


def clean(drawn: str, prefix: str, name: str, is_kept_readable: bool = False) -> str:
    """`inline` for a drawing given as a string. `name`: for error messages."""
    try:
        root = ET.fromstring(drawn)
    except ET.ParseError as error:
        raise ManualError(f"The picture {name} can’t be read: {error}.") from None
    for element in root.iter():
        tag = str(element.tag).removeprefix(f"{{{SVG}}}")
        if tag not in ALLOWED:
            raise ManualError(f"The picture {name} can’t contain <{tag}>.")
        element.attrib = {"href" if key == XLINK_HREF else key: value for key, value in element.attrib.items()}
        for key, value in element.attrib.items():
            is_link = element.tag == LINK and key == "href"  # links to a heading of the page, not into the drawing
            element.attrib[key] = _attribute(key, value, "" if is_link else prefix, name)
        if element.tag == LINK:
            element.attrib["tabindex"] = "-1"  # hidden from screen readers, so it must not get the focus
    _hide(root)
    if is_kept_readable:
        _keep_readable(root)
    for element in root.iter():  # no namespaces: HTML does not need them
        element.tag = str(element.tag).removeprefix(f"{{{SVG}}}")
    return ET.tostring(root, encoding="unicode").strip()


def _attribute(key: str, value: str, prefix: str, file: str) -> str:
    if key == "style" or key.startswith("on"):
        raise ManualError(f"The picture {file} can’t use the attribute {key}.")
    if key == "id":
        return prefix + value
    if key == "href":
        if not value.startswith("#"):
            raise ManualError(f"The picture {file} refers to something outside it: {value}.")
        return f"#{prefix}{value[1:]}"
    return POINTER.sub(lambda found: f"url(#{prefix}{found[1]})", value)


def _keep_readable(root: ET.Element) -> None:
    """Add a class if text would be too small on a phone: the drawing gets a minimum width and scrolls."""
    box = [float(number) for number in root.get("viewBox", "").split()]
    smallest = _smallest_text(root)
    if len(box) != 4 or not smallest:
        return
    needed = LEAST_TEXT / smallest * box[2]
    if wide := next((width for width in WIDTHS if width >= needed), WIDTHS[-1]) if needed > PHONE else 0:
        root.set("class", f"{root.get('class', '')} needs-{wide}".strip())


def _smallest_text(element: ET.Element, scale: float = 1) -> float:
    """The smallest font size with scaling applied (except that of nested <svg>); 0 if there is no text."""
    for found in SCALE.findall(element.get("transform", "")):
        scale *= float(found)
    sizes = [_smallest_text(child, scale) for child in element]
    own = element.get("font-size", "").removesuffix("px")
    return min(filter(None, [*sizes, float(own) * scale if own else 0]), default=0)


def _hide(root: ET.Element) -> None:
    for child in [child for child in root if child.tag in (f"{{{SVG}}}title", f"{{{SVG}}}desc")]:
        root.remove(child)
    for key in ("role", "aria-labelledby", "aria-label", "aria-describedby"):
        root.attrib.pop(key, None)
    root.attrib |= {"aria-hidden": "true", "focusable": "false"}
