import { PRODUCT_NAME } from '@soulsight/contract/product';
import { useEffect } from 'react';

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
