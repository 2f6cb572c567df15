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
