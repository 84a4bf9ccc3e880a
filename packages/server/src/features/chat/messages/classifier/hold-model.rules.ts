import { predict } from '../../../../core/text/linear-model.rules.ts';
import { readFeatures } from './hold-features.rules.ts';
import { type Kind, loadHoldModel } from './hold-weights.data.ts';

/** How likely a first message gives or asks for contact data or a link, and how likely it is about money, by the committed weights. */
export function readKinds(content: string): Record<Exclude<Kind, 'harmless'>, number> {
  const [, contact = 0, money = 0] = predict(loadHoldModel(), readFeatures(content));
  return { contact, money };
}
