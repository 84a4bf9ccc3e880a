import { AUTH_BASE_PATH } from '@soulsight/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import { registerAuthRoutes } from '../features/auth/auth.routes.ts';
import { gotrueRoutes } from '../features/auth/http/gotrue.routes.ts';
import { registerBgpRoutes } from '../features/bgp/bgp.routes.ts';
import { registerChatRoutes } from '../features/chat/chat.routes.ts';
import { registerFeedbackRoutes } from '../features/feedback/feedback.routes.ts';
import { registerIcebreakerRoutes } from '../features/icebreaker/icebreaker.routes.ts';
import { registerMatchRoutes } from '../features/match/match.routes.ts';
import { registerNotificationsRoutes } from '../features/notifications/notifications.routes.ts';
import { registerOperationsRoutes } from '../features/operations/operations.routes.ts';
import { registerPhotoRoutes } from '../features/profile/photos/photos.routes.ts';
import { registerProfileRoutes } from '../features/profile/profile.routes.ts';
import { registerRevealRoutes } from '../features/reveal/reveal.routes.ts';
import { registerSafetyRoutes } from '../features/safety/safety.routes.ts';
import { registerSubscriptionRoutes } from '../features/subscription/subscription.routes.ts';
import { registerTrustRoutes } from '../features/trust/trust.routes.ts';
import { registerWingmanRoutes } from '../features/wingman/wingman.routes.ts';
import type { Features } from './composition.ts';

/** Every feature's HTTP routes. */
export async function registerRoutes(app: FastifyInstance, core: Core, features: Features): Promise<void> {
  await app.register(gotrueRoutes(features.auth), { prefix: AUTH_BASE_PATH });
  registerAuthRoutes(app, features.auth, features.profile);
  registerProfileRoutes(app, features);
  registerPhotoRoutes(app, core, features.photos);
  registerBgpRoutes(app, features.bgp);
  registerTrustRoutes(app, features);
  registerSubscriptionRoutes(app, features.subscription);
  registerNotificationsRoutes(app, features);
  registerMatchRoutes(app, features);
  registerChatRoutes(app, features);
  registerRevealRoutes(app, features);
  registerFeedbackRoutes(app, features);
  registerIcebreakerRoutes(app, features);
  registerWingmanRoutes(app, features.wingman);
  registerSafetyRoutes(app, features.safety);
  registerOperationsRoutes(app, core);
}
