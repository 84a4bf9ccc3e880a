import { type Config, EXAMPLE_ADDRESS } from './config.ts';
import { isLocal } from './is-local.ts';

/** Valid settings that leave something off which an operator may think is on. */
export function listConfigWarnings({ payments, llm, llmLimits, mail, vapidSubject, publicUrl }: Config): string[] {
  const hasNoPrice = llmLimits.inputPrice === 0 || llmLimits.outputPrice === 0;
  const isPublic = !isLocal(publicUrl);
  return [
    ...(mail.kind === 'smtp' && mail.from.includes(EXAMPLE_ADDRESS)
      ? [`email is sent from ${EXAMPLE_ADDRESS}, which mail servers refuse: set MAIL_FROM`]
      : []),
    ...(isPublic && vapidSubject.includes(EXAMPLE_ADDRESS)
      ? ['push services cannot reach you, and some refuse pushes without an address: set VAPID_SUBJECT']
      : []),
    ...(payments === 'none' ? ['payments are not set up: set STRIPE_SECRET_KEY, or DEMO=1 for the test gateway'] : []),
    ...(llm && hasNoPrice
      ? [
          'LLM_COST_PER_DAY and LLM_SITE_COST_PER_DAY do not limit the language model: set LLM_INPUT_PRICE and LLM_OUTPUT_PRICE',
        ]
      : []),
  ];
}
