import { SubscriptionScreen } from '../../features/subscription/subscription-screen.tsx';
import { useAccount } from '../use-account.ts';

/** The plans; only an account that is known to be unconfirmed is asked to confirm its email first. */
export function PlansScreen() {
  return <SubscriptionScreen canBuy={useAccount().isVerified !== false} />;
}
