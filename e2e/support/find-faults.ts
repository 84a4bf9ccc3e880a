import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.ts';

/** The browser's default. */
const FONT_PX = 16;
/** No alias has wider words. */
const WIDEST_ALIAS = 'Wandering Lighthouse';
const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
/** A desktop of 1280 x 800 pixels with a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };
/** Widths around which the aura of an article changes its place. */
const ARTICLE_WIDTHS = [390, 640, 768, 1024];
/** The bright middle of an aura, as a share of its width. */
const BRIGHT_RADIUS = 0.12;
/** Frames in which a page can follow a new size of the window before what does not fit is a fault. */
const FRAMES_MAX = 60;

/**
 * What is wrong with a page, or what is open above it: what axe finds, controls without an edge in forced colours, and what does not
 * fit into 320 pixels (a zoom of 400 %), into a desktop at 200 % or into a phone with text of twice the size, or lies on its neighbour there, tabs that take two
 * rows of a phone, what does not scroll with its list, and words on the bright middle of an aura.
 */
export async function findFaults(page: Page): Promise<string[]> {
  return [
    ...(await findAxeFaults(page)),
    ...(await findEdgeless(page)),
    ...(await findOverflow(page)),
    ...(await findLeftBehind(page)),
    ...(await findOnLight(page)),
  ];
}

/** With all rules in both themes. */
async function findAxeFaults(page: Page): Promise<string[]> {
  // By its element: behind a dialog it has no role.
  await expect(page.locator('h1').first()).toBeAttached();
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: typeof axe };
    const lines: string[] = [];
    // Focus guards hand the focus on at once, so it cannot stay where a screen reader does not read.
    const page = { exclude: [['[data-base-ui-focus-guard]']] };
    // People who speak to their device say what they see. The rule is one that axe leaves out unless it is asked for.
    const rules = { 'label-content-name-mismatch': { enabled: true } };
    for (const theme of ['dark', 'light']) {
      document.documentElement.dataset.theme = theme;
      for (const { id, nodes } of (await run.run(page, { rules, resultTypes: ['violations'] })).violations)
        lines.push(`${theme} ${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
    }
    document.documentElement.dataset.theme = 'dark';
    return lines;
  });
}

/** Controls that nothing separates from the page in forced colours, where the browser drops shadows and backgrounds. */
async function findEdgeless(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(() => {
    const isDrawn = (element: Element) => {
      const { outlineStyle, outlineWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        (borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0)
      );
    };
    // A slider is its own edge.
    const controls =
      'button, input:not([type=range]), select, textarea, [role=switch], [role=checkbox], [role=radio], [role=tab]';
    return [...document.querySelectorAll(controls)]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        // A native input of a pixel stands behind the one that is drawn. A field may have the edge of the box around it.
        return (
          control.checkVisibility({ visibilityProperty: true }) &&
          width > 2 &&
          height > 2 &&
          ![control, control.parentElement].some((element) => element && isDrawn(element))
        );
      })
      .map((control) =>
        `<${control.localName}> ${control.ariaLabel ?? control.textContent} ${control.className}`.slice(0, 160),
      );
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found.map((html) => `no edge in forced colours: ${html}`);
}

/** With the text spacing of WCAG 1.4.12 in the narrow window. */
async function findOverflow(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  await page.addStyleTag({
    content:
      'body.spaced * { letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5 } body.spaced p { margin-bottom: 2em }',
  });
  await page.evaluate(() => document.body.classList.add('spaced'));
  await page.setViewportSize(NARROW);
  const narrow = [...(await findCutOff(page)), ...(await page.evaluate(findOverlaps))];
  await page.setViewportSize(ZOOMED);
  const zoomed = await findCutOff(page);
  await page.evaluate(() => document.body.classList.remove('spaced'));
  await page.setViewportSize(PHONE);
  const rows = await page.evaluate(findSecondRows);
  // The browser's own setting, which the widths of layouts in rem follow as well.
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 2 * FONT_PX } });
  const large = [
    ...(await findCutOff(page)),
    ...(await page.evaluate(findOverlaps)),
    ...(await page.evaluate(findCutOffNames, WIDEST_ALIAS)),
  ];
  await settings.send('Page.setFontSizes', { fontSizes: { standard: FONT_PX } });
  await settings.detach();
  if (usual) await page.setViewportSize(usual);
  return [
    ...narrow.map((html) => `does not fit into ${NARROW.width} pixels: ${html}`),
    ...zoomed.map((html) => `does not fit at 200 %: ${html}`),
    ...rows.map((label) => `tabs in two rows of a phone: ${label}`),
    ...large.map((html) => `does not fit with large text: ${html}`),
  ];
}

/**
 * Runs in the page: the names that would lose a line if all people had this alias. An alias is random and few have wide words, so
 * the names that a page happens to show prove little.
 */
function findCutOffNames(alias: string): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const name = text.nodeValue ?? '';
    const element = text.parentElement;
    if (!/^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name) || !element || element.closest('button')) continue;
    text.nodeValue = alias;
    const isShortened = getComputedStyle(element).webkitLineClamp !== 'none';
    if (isShortened && element.scrollHeight > element.clientHeight + 1)
      found.push(`a wide name: ${element.className}`.slice(0, 200));
    text.nodeValue = name;
  }
  return found;
}

/** Runs in the page: the names of the lists of tabs that take more than one row. */
function findSecondRows(): string[] {
  return [...document.querySelectorAll('[role=tablist]')]
    .filter((list) => new Set([...list.children].map((tab) => tab.getBoundingClientRect().top)).size > 1)
    .map(({ ariaLabel }) => ariaLabel ?? '');
}

/** Runs in the page: the parts of a list whose words lie on those of the part before. */
function findOverlaps(): string[] {
  const lines = (part: Element) => {
    const found: DOMRect[] = [];
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const parent = text.parentElement;
      // A pixel is for screen readers only; closed details are not drawn, nor is what follows a text's last line.
      if (!parent?.checkVisibility() || parent.clientWidth === 1) continue;
      const { bottom } = parent.getBoundingClientRect();
      found.push(...[...range.getClientRects()].filter((line) => line.top < bottom));
    }
    return found;
  };
  const isOn = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    // Lines of text stand closer than their boxes.
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height / 3;
  return [...document.querySelectorAll('li + li, [role=tab] + [role=tab]')]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .filter((part) => {
      const before = part.previousElementSibling && lines(part.previousElementSibling);
      return before && lines(part).some((line) => before.some((other) => isOn(line, other)));
    })
    .slice(0, 3)
    .map((part) => `on the one before: ${part.textContent}`.slice(0, 200));
}

/** What is placed absolutely in a part that scrolls, from outside of it: it stays where it is, or lengthens the page. */
function findLeftBehind(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[class*="overflow-x-auto"], [class*="overflow-y-auto"]')].flatMap((scroller) =>
      [...scroller.querySelectorAll<HTMLElement>('*')]
        .filter((element) => getComputedStyle(element).position === 'absolute')
        // A drawing has none.
        .filter(({ offsetParent }) => offsetParent instanceof Element && !scroller.contains(offsetParent))
        .slice(0, 1)
        .map((element) => `does not scroll with its list: ${element.outerHTML.slice(0, 160)}`),
    ),
  );
}

/** Axe cannot measure the contrast of words on a picture. */
async function findOnLight(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  const found: string[] = [];
  if ((await page.locator('article [data-stage]').count()) === 0) return found;
  for (const width of ARTICLE_WIDTHS) {
    await page.setViewportSize({ ...PHONE, width });
    found.push(
      ...(await page.evaluate(measureOnLight, BRIGHT_RADIUS)).map((text) => `${width} pixels: on light: ${text}`),
    );
  }
  if (usual) await page.setViewportSize(usual);
  return found;
}

/** Runs in the page: the paragraphs of an article with a line on the middle of its aura. */
function measureOnLight(share: number): string[] {
  const aura = document.querySelector('article [data-stage]')?.getBoundingClientRect();
  if (!aura) return [];
  const [x, y, radius] = [aura.x + aura.width / 2, aura.y + aura.height / 2, aura.width * share];
  return [...document.querySelectorAll('article p')]
    .filter((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom))) < radius,
      );
    })
    .map(({ textContent }) => textContent.slice(0, 80));
}

/** Texts and controls that end outside of the window, or whose box cuts them off; what scrolls or ends in an ellipsis is not. */
async function findCutOff(page: Page): Promise<string[]> {
  for (let frames = 1; ; frames++) {
    const found = await page.evaluate(measureCutOff);
    if (found.length === 0 || frames === FRAMES_MAX) return found;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** Runs in the page. */
function measureCutOff(): string[] {
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  // By the class: the computed value is also `auto` where only the other direction is meant to scroll.
  const mayScroll = (element: Element) => element.parentElement?.closest('[class*="overflow-x-auto"]') != null;
  const pen = document.createElement('canvas').getContext('2d');
  const isPlaceholderCutOff = (input: HTMLInputElement) => {
    if (!pen || !input.placeholder || input.value) return false;
    const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input);
    Object.assign(pen, { font, letterSpacing });
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return pen.measureText(input.placeholder).width > room + 1;
  };
  const isCutOff = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    // A pixel is for screen readers only.
    if (width <= 1 || height <= 1) return false;
    if ((left < -1 || right > window.innerWidth + 1) && !mayScroll(element)) return true;
    // A table may scroll sideways, but who reads large text should not have to.
    if (element.matches('table') && (element.parentElement?.clientWidth ?? 0) < element.scrollWidth - 1) return true;
    const { overflowX, overflowY, textOverflow, webkitLineClamp, fontSize } = getComputedStyle(element);
    if (element instanceof HTMLInputElement && textOverflow !== 'ellipsis' && isPlaceholderCutOff(element)) return true;
    return (
      (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
      // A line that is lower than its letters.
      (/hidden|clip/.test(overflowY) &&
        webkitLineClamp === 'none' &&
        element.localName !== 'textarea' &&
        element.clientHeight < Number.parseFloat(fontSize) * 1.1)
    );
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => hasText(element) || element.matches('button, input, select, textarea, a, table'))
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]'),
    )
    .filter(isCutOff)
    .slice(0, 3)
    .map((element) =>
      `<${element.localName}> ${element.ariaLabel ?? element.textContent} ${element.className}`.slice(0, 200),
    );
}
