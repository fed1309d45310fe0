/** The CLI's help, exit codes and errors are Spanish and without escape codes or stack traces. */
import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startSimulator } from '@rafaga/simulator';
import { aHome, aRuc, PROGRAM, rafagaIn, rafagaProcessIn, saleFileIn } from '../support/cli.js';

const home = aHome();
const rafaga = rafagaProcessIn(home);

test('the examples of the keys are commands as they are typed', async () => {
  const { stdout } = await rafaga('clave', 'rotar', '--help');
  expect(stdout.slice(stdout.indexOf('Ejemplos:'))).toBe('Ejemplos:\n  rafaga clave rotar\n');
});

test('help is Spanish, has examples and exits with 0', async () => {
  const { code, stdout, stderr } = await rafaga('serie', 'agregar', '--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`Uso: rafaga serie agregar [opciones]

Agrega una serie, o vuelve a abrir una cerrada

Opciones:
  --ruc <ruc>          RUC del negocio
  --serie <codigo>     B001 para boletas, F001 para facturas
  --siguiente <n>      primer número que dará (lo usual: 1)
  --ambiente <nombre>  simulador, beta o produccion: su primer número allí,
                       antes de que el negocio pase (lo usual: el ambiente
                       actual)
  --json               un documento JSON en la salida; los errores, JSON en la
                       salida de errores
  -h, --help           muestra esta ayuda

Ejemplos:
  rafaga serie agregar --ruc 20123456786 --serie B001
  rafaga serie agregar --ruc 20123456786 --serie F001 --siguiente 1501
  rafaga serie agregar --ruc 20123456786 --serie B001 --ambiente produccion --siguiente 1
`);
});

test.each([
  [['negocio', 'cear'], 'No existe la orden «cear». ¿Quisiste decir crear?'],
  [['negocio', 'crear', '--ru', '1'], 'No existe la opción --ru. ¿Quisiste decir --ruc?'],
  [['negocio', 'ver', '--ruc'], 'La opción --ruc necesita un valor.'],
  [['documento', 'ver'], 'Falta el argumento ID.'],
  [['colas', 'todas'], 'Sobran argumentos.'],
  [['negocio', 'ver'], '--ruc: falta.'],
  [['serie', 'agregar'], '--ruc: falta.\n--serie: falta.'],
  [['negocio', 'ver', '--ruc', '1', '--ruc', '2'], '--ruc: está dos veces.'],
  [['respaldo', 'crear'], '--carpeta: falta: dónde está el respaldo'],
  [['restaurar', 'terminar', '--tramo', '50'], '--tramo: no es de restaurar terminar.'],
  [['restaurar', 'iniciar'], '--motivo: di por qué'],
])('the wrong command line %j exits with 2 and a sentence', async (words, sentence) => {
  const { code, stdout, stderr } = await rafaga(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('credentials that neither options nor variables give are misuse', async () => {
  const { code, stderr } = await rafaga('emitir', saleFileIn(home)());
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--clave: falta: las credenciales son'),
  });
});

test('without a command the CLI prints help and exits with 2', async () => {
  const { code, stderr } = await rafaga();
  expect(code).toBe(2);
  expect(stderr).toContain('Órdenes:');
});

test.each([[['ayuda']], [['ayuda', 'negocio']], [['negocio', 'ayuda', 'crear']]])(
  'help that is asked for with %j exits with 0, and is no error',
  async (words) => {
    const { code, stdout, stderr } = await rafaga(...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Uso: rafaga');
  },
);

test('the help of a change names nothing that a change without the option would set', async () => {
  const { stdout } = await rafaga('negocio', 'cambiar', '--help');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '--limite-por-minuto <n> llamadas por minuto y credencial --',
  );
  expect((await rafaga('negocio', 'crear', '--help')).stdout).toContain('(lo usual: 60)');
});

test('piped output has no escape codes', async () => {
  for (const words of [['negocio', 'listar'], ['colas'], ['negocio', 'ver', '--ruc', aRuc()]]) {
    const { stdout, stderr } = await rafaga(...words);
    expect(stdout + stderr).not.toContain('\u001b');
  }
});

test('what was typed steers no terminal when it is named again', async () => {
  const { stderr } = await rafaga('negocio', 'cear\u001b[2K\u009b1A\r\u202e');
  expect(stderr).toContain('«cear\\u001b[2K\\u009b1A\\u000d\\u202e»');
});

test.each([
  ['| true', 0, ''],
  ['> /dev/full', 1, 'No se puede escribir la salida: no queda espacio en el disco.\n'],
])('output to %s exits with %i and without a stack trace', (target, code, stderr) => {
  const line = `set -o pipefail; "$0" "$@" ${target}`;
  const shell = spawnSync('bash', ['-c', line, process.execPath, PROGRAM, '--help'], {
    encoding: 'utf8',
  });
  expect({ code: shell.status, stderr: shell.stderr }).toEqual({ code, stderr });
});

test('without an installation the CLI reports it without a stack trace', async () => {
  const nowhere = await mkdtemp(path.join(tmpdir(), 'rafaga-nowhere-'));
  const { code, stderr } = await rafagaProcessIn(nowhere)('negocio', 'listar');
  expect(code).toBe(1);
  expect(stderr).toContain('Falta la variable DATABASE_URL');
  expect(stderr).toContain('npm start');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('an unreachable PostgreSQL is reported in one sentence', async () => {
  const away = rafagaProcessIn(aHome({ DATABASE_URL: 'postgresql://nadie@127.0.0.1:9/nada' }));
  const { code, stderr } = await away('negocio', 'listar', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stderr).error).toBe(
    'PostgreSQL no responde en 127.0.0.1:9: nada contesta ahí [P1001].',
  );
});

test('commands from the terminal control the simulator', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-simulator-'));
  const simulator = await startSimulator({ host: '127.0.0.1', port: 0, strict: true, folder });
  const simular = (...words: string[]) =>
    rafagaIn(home, { RAFAGA_SIMULATOR_URL: simulator.url })('simular', ...words, '--json');
  try {
    expect(
      (await simular('siguiente', 'rechazado', '--codigo', '3291', '--veces', '2')).json.siguientes,
    ).toEqual([{ outcome: 'rechazado', times: 2, service: 'envio', code: '3291' }]);
    expect((await simular('latencia', '5', '--hasta', '10')).json.latencia).toEqual({
      ms: 5,
      upTo: 10,
    });
    expect(
      (await simular('caida', '--modo', '0109', '--servicios', 'envio,rest')).json.caida,
    ).toEqual({
      outage: '0109',
      services: ['envio', 'rest'],
    });
    expect((await simular('normal')).json).toMatchObject({ siguientes: [], caida: null });
    expect((await simular('recibidos')).json).toEqual([]);
    expect((await simular('resultados')).json).toHaveProperty('timeout-despues');
    const unknown = await simular('siguiente', 'inventado');
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.stderr).error).toContain('elige uno de aceptado');
    expect((await simular('latencia', 'mucho')).code).toBe(2);
    expect((await simular('olvidar')).code).toBe(0);
  } finally {
    await simulator.stop();
  }
  // or, on the connection of the last command, that it was cut
  expect(JSON.parse((await simular('estado')).stderr).error).toMatch(
    /^El simulador no responde( en 127\.0\.0\.1:\d+)?: .+ \[ECONN(REFUSED|RESET)\]\. ¿Está/,
  );
});

test('a promise that a library leaves unhandled ends no command', async () => {
  const failing = `process.on('newListener', (event) => {
    if (event === 'unhandledRejection')
      setImmediate(() => void Promise.reject(new Error('Redis \\u001b[2J')));
  });`;
  const { code, stdout, stderr } = await rafagaProcessIn(home, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(failing)}`,
  })('--version');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d/) });
  expect(stderr).toContain('Aviso: Redis ');
  expect(stderr).not.toContain('\u001b');
});
