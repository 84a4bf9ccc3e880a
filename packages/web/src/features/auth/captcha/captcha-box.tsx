import { useEffect, useRef, useState } from 'react';
import { useAuthSettings } from '../account.hooks.ts';
import { REFUSALS } from '../auth.copy.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { showCaptcha } from './captcha.ts';

/** The captcha; renders nothing if the installation uses none. */
export function CaptchaBox() {
  const captcha = useAuthSettings()?.captcha;
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!captcha || !place.current) return;
    let gone = false;
    const shown = showCaptcha(place.current, captcha);
    shown.catch(() => {
      if (!gone) setFailed(true);
    });
    return () => {
      gone = true;
      void shown.then((remove) => remove()).catch(() => {});
    };
  }, [captcha]);
  if (!captcha) return null;
  return (
    <>
      <div ref={place} className="min-h-16" />
      <FormRefusal error={failed ? REFUSALS.captchaUnreachable : null} />
    </>
  );
}
