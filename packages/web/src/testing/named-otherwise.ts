const CONTROLS = 'button, a[href], summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=option]';
const UNSEEN = '.sr-only, [aria-hidden=true], svg, [role=status], [role=img]';

/**
 * The controls whose accessible name does not contain the words that stand on them: who speaks to their device says what they see,
 * and cannot press these (WCAG 2.5.3). Each as "words: name".
 */
export function listNamedOtherwise(root: ParentNode): string[] {
  return [...root.querySelectorAll(CONTROLS)].flatMap((control) => {
    const name = control.getAttribute('aria-label');
    const words = readWords(control);
    if (name === null || !/\p{L}/u.test(words)) return [];
    return normalize(name).includes(normalize(words)) ? [] : [`${words}: ${name}`];
  });
}

function readWords(control: Element): string {
  const copy = control.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(UNSEEN)) unseen.remove();
  return copy.textContent.trim();
}

const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
