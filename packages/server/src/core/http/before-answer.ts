import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Runs before each answer that is not a 5xx. If the work fails, this is logged and the answer is sent anyway:
 * otherwise Fastify would replace it by an error of its own, without a sentence and with the text of the failed query.
 */
export function beforeAnswer(
  app: FastifyInstance,
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 500) return;
    try {
      await work(request, reply);
    } catch (err) {
      request.log.error({ err }, 'failed to prepare an answer');
    }
  });
}
