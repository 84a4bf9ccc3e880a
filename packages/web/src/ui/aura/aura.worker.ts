import { AuraStage, type StageMessage } from './stage.ts';

/** The worker that draws the auras, so that the page's main thread does not. */
const stage = new AuraStage((message) => postMessage(message));
addEventListener('message', (event: MessageEvent<StageMessage>) => stage.handle(event.data));
