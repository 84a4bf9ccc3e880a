import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { InterestsField } from './interests-field.tsx';

function ask(value: string[] = []) {
  const onChange = vi.fn<(value: string[]) => void>();
  render(<InterestsField value={value} onChange={onChange} />);
  const field = screen.getByLabelText(/^Interests/);
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  return { field, type, onChange };
}

it('leaves Enter to an input method that is completing a word', () => {
  const { field, type, onChange } = ask();
  type('りょ');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['りょ']);
});

it('takes several words from a keyboard that does not tell of its comma, each once', () => {
  const { field, type, onChange } = ask(['Cello']);
  type('hiking, cooking, cello,');
  fireEvent.blur(field);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['Cello', 'hiking', 'cooking']);
});
