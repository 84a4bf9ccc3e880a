import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { RangeSlider } from './range-slider.tsx';

/** On a track of 0 to 100 with one unit per pixel. */
function Example() {
  const [value, setValue] = useState<[number, number]>([20, 60]);
  return <RangeSlider label="Age" min={0} max={100} minGap={5} value={value} onChange={setValue} />;
}

const thumb = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name: `Age, ${name}` });
const values = () => [thumb('lowest').valueAsNumber, thumb('highest').valueAsNumber];
const track = () => thumb('lowest').parentElement as HTMLElement;
/** The place of the pointer at a value of the track. */
const at = (value: number, more: PointerEventInit = {}) => ({ clientX: 12 + value, pointerId: 1, button: 0, ...more });

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 124, 44));
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  render(<Example />);
});

it('a press beside a thumb gives the nearer one the focus, and it follows the pointer until that is released', () => {
  fireEvent.pointerDown(track(), at(30));
  expect(values()).toEqual([30, 60]);
  expect(thumb('lowest')).toHaveFocus();
  expect(track().setPointerCapture).toHaveBeenCalledWith(1);
  expect(fireEvent.mouseDown(track())).toBe(false);
  fireEvent.pointerMove(track(), at(40));
  fireEvent.pointerMove(track(), at(0, { pointerId: 2 }));
  expect(values()).toEqual([40, 60]);
  fireEvent.pointerMove(track(), at(90));
  expect(values()).toEqual([55, 60]);
  fireEvent.lostPointerCapture(track(), at(90));
  fireEvent.pointerMove(track(), at(10));
  expect(values()).toEqual([55, 60]);
  fireEvent.pointerDown(track(), at(80));
  expect(values()).toEqual([55, 80]);
  expect(thumb('highest')).toHaveFocus();
});

it('a press that becomes a scroll of the page changes nothing', () => {
  fireEvent.pointerDown(track(), at(90));
  fireEvent.pointerCancel(track(), at(90));
  expect(values()).toEqual([20, 60]);
});

it('only the main button moves a thumb, and the thumbs themselves are left to the browser', () => {
  fireEvent.pointerDown(track(), at(90, { button: 2 }));
  fireEvent.pointerDown(thumb('highest'), at(90));
  expect(fireEvent.mouseDown(thumb('highest'))).toBe(true);
  expect(values()).toEqual([20, 60]);
});
