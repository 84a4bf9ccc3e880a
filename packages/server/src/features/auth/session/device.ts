import Bowser from 'bowser';

/** Bowser's names that users would not recognise. */
const SYSTEM_NAMES: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/** Describes a device for its owner, such as "Firefox on Linux". */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const parsed = Bowser.parse(userAgent);
  const browser = toBrowserName(parsed.browser.name);
  const { model } = parsed.platform;
  const system = model === 'iPhone' || model === 'iPad' ? model : toSystemName(parsed.os.name);
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || 'Unknown device';
}

function toBrowserName(name: string | undefined): string | undefined {
  return name?.replace(/^Microsoft /, '').replace(/^Samsung Internet.*/, 'Samsung Internet');
}

function toSystemName(name: string | undefined): string | undefined {
  return name && (SYSTEM_NAMES[name] ?? name);
}
