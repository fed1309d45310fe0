/** Finds a Redis or Valkey, or unpacks one into the checkout. */
import { systemProgram } from './systemProgram.mjs';

const HINT = [
  'No hay Redis. Da una dirección en REDIS_URL, o instala uno y vuelve a empezar:',
  '  Debian, Ubuntu  sudo apt-get install redis-server',
  '  Fedora, RHEL    sudo dnf install valkey',
  '  Alpine          apk add valkey',
  '  macOS           brew install redis',
].join('\n');

export const redisProgram = () =>
  systemProgram({
    title: 'Redis',
    folder: 'redis',
    names: ['redis-server', 'valkey-server'],
    // the server is a link to a program of the tools package
    packages: [
      ['redis-server', 'redis-tools'],
      ['valkey-server', 'valkey-tools'],
    ],
    hint: HINT,
    elsewhere: ['/opt/homebrew/bin', '/usr/local/bin', '/usr/sbin'],
  });
