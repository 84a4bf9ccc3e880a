import { connect } from 'node:net';
import type { MessageEvents } from './message-events.ts';

export const XMPP_HOST = 'localhost';
const PASSWORD = 'bench';

export interface Xmpp {
  send(to: string, id: string, text: string): void;
  close(): void;
}

/**
 * A minimal XMPP client: in-band registration, SASL PLAIN, a resource, presence, messages. It does not parse XML; it
 * searches for the stanza it expects next.
 */
export function openXmpp(port: number, name: string, events: MessageEvents): Promise<Xmpp> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setNoDelay(true).setEncoding('utf8');
    let text = '';
    let step = 0;
    const write = (xml: string) => void socket.write(xml);
    const open = () =>
      write(
        `<stream:stream to='${XMPP_HOST}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`,
      );
    const plain = Buffer.from(`\0${name}\0${PASSWORD}`).toString('base64');
    /** The stanza expected at each step, and the response to it. */
    const steps: [RegExp, () => void][] = [
      [
        /<\/stream:features>/,
        () =>
          write(
            `<iq type='set' id='reg'><query xmlns='jabber:iq:register'><username>${name}</username><password>${PASSWORD}</password></query></iq>`,
          ),
      ],
      // An account that exists from an earlier round gets an error here; sign in either way.
      [
        /id=['"]reg['"][^>]*(\/>|>[\s\S]*<\/iq>)/,
        () => write(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`),
      ],
      [/<success/, open],
      [
        /<\/stream:features>/,
        () =>
          write(
            `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>r</resource></bind></iq>`,
          ),
      ],
      [
        /id=['"]bind['"][\s\S]*<\/iq>/,
        () => write(`<iq type='set' id='sess'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq><presence/>`),
      ],
      [/id=['"]sess['"]/, () => resolve({ send, close: () => socket.destroy() })],
    ];

    function send(to: string, id: string, body: string): void {
      write(`<message to='${to}@${XMPP_HOST}' id='${id}' type='chat'><body>${body}</body></message>`);
    }

    function advance(): void {
      const failure = /<(stream:error|failure)[\s\S]*/.exec(text)?.[0];
      if (failure) reject(new Error(`${name}: ${failure.slice(0, 300)}`));
      const [expected, respond] = steps[step] as (typeof steps)[number];
      if (!expected.test(text)) return;
      step += 1;
      text = '';
      respond();
    }

    /** Handles every complete message stanza and keeps the remaining text. */
    function readMessages(): void {
      let at = 0;
      for (let end = text.indexOf('</message>'); end >= 0; end = text.indexOf('</message>', at)) {
        const stanza = text.slice(at, end);
        at = end + '</message>'.length;
        const head = stanza.slice(stanza.lastIndexOf('<message'));
        const id = / id=['"]([0-9a-f-]{36})['"]/.exec(head)?.[1];
        if (/ type=['"]error['"]/.test(head)) events.failed(head.slice(0, 300));
        else if (id !== undefined) events.received(id);
      }
      text = text.slice(at);
    }

    socket.on('data', (chunk: string) => {
      text += chunk;
      if (step < steps.length) advance();
      else readMessages();
    });
    socket.on('connect', open);
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error(`${name}: the stream closed`));
      events.failed('a stream closed');
    });
  });
}
