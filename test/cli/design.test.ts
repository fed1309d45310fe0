/** Tests the design of a business from the terminal, and `verificar` without files. */
import { expect, test } from '@jest/globals';
import { aHome, aRuc, rafagaIn } from '../support/cli.js';

test('a design is changed, shown, and refused with every mistake', async () => {
  const home = aHome();
  const rafaga = rafagaIn(home);
  const ruc = aRuc();
  expect(
    (await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.')).code,
  ).toBe(0);
  const design = (flags: string) =>
    rafaga('negocio', 'diseno', '--ruc', ruc, ...flags.split(' '), '--json');
  const changed = await design(
    '--color #E4002B --pie Gracias\\nVuelva --barras si --largo 800 --adjuntos si ' +
      '--formatos a4,ticket-80 --formato ticket-80',
  );
  expect(changed.json).toMatchObject({
    version: 1,
    color: '#e4002b',
    pie: 'Gracias\nVuelva',
    barras: true,
    largo: 800,
    adjuntos: true,
    formatos: ['a4', 'ticket-80'],
    formato: 'ticket-80',
  });
  const next = await design('--pie ninguno');
  expect(next.json).toMatchObject({ version: 2, color: '#e4002b', pie: null });
  const faults =
    '--color rojo --logo no-esta.png --formatos a3 --barras quizas --largo 12 --adjuntos ambos ' +
    '--consulta javascript:alert(1)';
  const wrong = await design(faults);
  expect(wrong.code).toBe(2);
  const named = faults.match(/--\w+/g) ?? [];
  expect(named).toHaveLength(7);
  for (const flag of named) expect(wrong.stderr).toContain(flag);
  expect((await rafaga('negocio', 'diseno', '--ruc', ruc, '--json')).json).toMatchObject({
    version: 2,
  });
});

test('verificar reports no fault for a business without files', async () => {
  const home = aHome();
  const rafaga = rafagaIn(home);
  const ruc = aRuc();
  await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.');
  const checked = await rafaga('verificar', '--ruc', ruc, '--json');
  expect(checked).toMatchObject({ code: 0, json: { archivos: 0, mal: [] } });
});

test('a design that is as it was adds no version, and the terminal says so', async () => {
  const rafaga = rafagaIn(aHome());
  const ruc = aRuc();
  await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.');
  const words = ['negocio', 'diseno', '--ruc', ruc];
  const same = [...words, '--pie', 'Gracias', '--barras', 'no'];
  expect((await rafaga(...same)).stderr).toContain('Los PDF que ya están guardados no cambian.');
  expect((await rafaga(...same)).stderr).toContain('no se guardó otra versión');
  expect((await rafaga(...words, '--json')).json).toMatchObject({ version: 1 });
});
