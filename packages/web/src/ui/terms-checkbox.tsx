import { PATHS } from '../lib/paths.ts';
import { Checkbox, type CheckboxProps } from './choice.tsx';
import { Link } from './link.tsx';

const LINK = 'text-accent-text underline underline-offset-4';

/** Confirms age, terms and privacy policy, with links to both texts. */
export function TermsCheckbox(props: Omit<CheckboxProps, 'label'>) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          I am 18 or older and accept the{' '}
          <Link to={PATHS.terms} target="_blank" className={LINK}>
            Terms
          </Link>{' '}
          and the{' '}
          <Link to={PATHS.privacy} target="_blank" className={LINK}>
            Privacy policy
          </Link>
          .
        </>
      }
    />
  );
}
