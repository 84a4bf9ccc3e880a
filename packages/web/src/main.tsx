import './styles/index.css';
import { start } from './app/boot/start.tsx';
import { makeUuid } from './lib/browser/uuid.ts';

// Browsers leave it out over plain HTTP, as on a local network.
crypto.randomUUID ??= makeUuid;

// The content security policy forbids the code that zod would generate, and each attempt is reported as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void start(document.getElementById('root') as HTMLElement);
