import { PRODUCT_NAME } from '@soulsight/contract/product';
import { useEffect } from 'react';

let title: string | null = null;
let count = 0;

/** Sets the title of the browser tab. */
export function useTitle(text: string): void {
  useEffect(() => {
    title = text;
    show();
  }, [text]);
}

/** The number in front of the tab's title, until it changes; none for 0. */
export function setTitleCount(unread: number): void {
  count = unread;
  show();
}

function show(): void {
  if (title === null) return;
  const text = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  document.title = count > 0 ? `(${count}) ${text}` : text;
}
