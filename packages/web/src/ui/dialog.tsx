import { Suspense, useState } from 'react';
import type { AlertDialogProps, DialogProps } from './dialog-popup.tsx';
import { lazyPart } from './lazy-part.tsx';

const load = () => import('./dialog-popup.tsx');
const DialogPopup = lazyPart(load, 'DialogPopup');
const AlertDialogPopup = lazyPart(load, 'AlertDialogPopup');

/** A dialog; its script is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const isWanted = useEverTrue(props.open);
  return <Suspense>{isWanted && <DialogPopup {...props} />}</Suspense>;
}

/** Asks for confirmation. It closes only by an answer, not by a click outside. */
export function AlertDialog(props: AlertDialogProps) {
  const isWanted = useEverTrue(props.open);
  return <Suspense>{isWanted && <AlertDialogPopup {...props} />}</Suspense>;
}

function useEverTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return value || was;
}
