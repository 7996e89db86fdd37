import type { BrowserContext } from 'playwright-core';

/** Whether every journey runs on translated pages: `AJO_TRANSLATED=1 npm run e2e`. */
export const allTranslated = process.env.AJO_TRANSLATED === '1';

/**
 * Changes each page as a browser's translation does: every text node is replaced by an element of the browser's. The
 * words stay the same, so that a journey finds them. Text that the app then writes into a detached node is an error of
 * the page, which fails the journey.
 */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept = 'script, style, textarea, title, option, svg, font, pre, [translate="no"]';
    const shown = new WeakMap<Node, HTMLElement>();
    const font = (child: Node): HTMLElement => {
      const element = document.createElement('font');
      element.style.verticalAlign = 'inherit';
      element.append(child);
      return element;
    };
    const lost = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const words = shown.get(target);
        if (words?.isConnected && words.textContent !== target.textContent)
          console.error(`“${words.textContent}” stays although it has become “${target.textContent}”`);
      }
    });
    const translateText = (text: Node) => {
      if (!text.textContent?.trim() || !text.parentElement || text.parentElement.closest(kept)) return;
      const words = font(font(document.createTextNode(text.textContent)));
      shown.set(text, words);
      lost.observe(text, { characterData: true });
      text.parentElement.replaceChild(words, text);
    };
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(translateText);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateAll(target);
        else addedNodes.forEach(translateAll);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
