/**
 * Runs in the browser: names the text whose contrast is below 4.5, which WCAG AA requires for text of any size. Assumes
 * plain background colors.
 */
export const contrastFaults = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isClear = (color) => channels(color)[3] === 0;
  const backgroundOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return isClear(color) && element.parentElement ? backgroundOf(element.parentElement) : color;
  };
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest("svg")) continue;
    const shades = [getComputedStyle(element).color, backgroundOf(element)].map(luminance).sort((a, b) => b - a);
    const ratio = (shades[0] + 0.05) / (shades[1] + 0.05);
    if (ratio < 4.5) faults.push(texts.currentNode.data.trim() + ": " + ratio.toFixed(2));
  }
  return faults;
})()`;

/**
 * Runs in the browser: names texts that overflow their card's padding, and words that are broken although they would
 * fit on their own line.
 */
export const layoutFaults = `(() => {
  const faults = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hidden = (element) => !element.checkVisibility({ visibilityProperty: true }) || element.closest(".live, .skip, svg");
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || hidden(text.parentElement)) continue;
    range.selectNodeContents(text);
    const card = text.parentElement.closest(".card");
    const edge = card?.getBoundingClientRect();
    for (const { left, right } of range.getClientRects())
      if (card && (left < edge.left + 15 || right > edge.right - 15))
        faults.push(text.data.trim() + " crosses the edge of its card by " + (right - edge.right + 15));
    for (const { 0: word, index } of text.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) faults.push(word + " is broken");
    }
  }
  return faults;
})()`;
