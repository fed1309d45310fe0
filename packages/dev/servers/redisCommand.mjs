/** One Redis command without a client library: what runs before the install has none. */
import { connect } from 'node:net';

/** @returns the raw answer */
export const redisCommand = (url, ...words) =>
  new Promise((resolve, reject) => {
    const { hostname, port, username, password } = new URL(url);
    const sign = password
      ? [
          [
            'AUTH',
            ...(username ? [decodeURIComponent(username)] : []),
            decodeURIComponent(password),
          ],
        ]
      : [];
    const socket = connect(Number(port || 6379), hostname);
    let text = '';
    socket.setTimeout(2_000, () => socket.destroy(new Error('sin respuesta en 2 s')));
    socket.on('connect', () => socket.end([...sign, words].map(encode).join('')));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

const encode = (words) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
