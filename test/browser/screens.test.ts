/**
 * The screens: what stands in sight on a laptop and on a phone, in the light and in the dark, and
 * the keys that move through a list.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addCredential, recordAct } from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import { aSender, issueMany, type Sender } from '../support/senders.js';
import { PEPPER } from '../support/settings.js';
import { andArrive, NARROW, openWindow, WIDE } from './chromium.js';
import { violations } from './inspect.js';
import { panelSession } from './panelSession.js';

const PHONE = { width: 375, height: 800 };
const NAME = 'Distribuidora Los Andes S.A.C.';

const session = panelSession('admin');
let sender: Sender;
beforeAll(async () => {
  sender = await aSender(session.environment.db, { legalName: NAME });
  await thirtyInReview();
  await aCredential();
});

/** In review for a reason of two lines; SUNAT takes them for two more days. */
async function thirtyInReview(): Promise<void> {
  const clients = Array.from({ length: 30 }, () => '45678912');
  const ids = await issueMany(session.environment.db, sender, 'boleta', clients);
  await session.environment.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unproven', attempts = 3, sends = 1,
      deadline = (now() AT TIME ZONE 'America/Lima')::date + 2 WHERE document_id = ANY($1)`,
    [ids],
  );
}

async function aCredential(): Promise<void> {
  const { apiKey, apiSecret } = newCredential();
  const secretHash = hashSecret(apiSecret, PEPPER);
  await addCredential(
    session.environment.db,
    { actor: 'cli:root', reason: 'primera caja' },
    { businessId: sender.id, name: 'Caja 1', apiKey, secretHash },
  );
}

const STUCK = '/referencias?ver=detenidas';

test('twenty stuck references fit on a screen of 1280 by 900 with their deadlines', async () => {
  await session.page.setViewportSize(WIDE);
  await session.page.goto(STUCK);
  const rows = await session.page.evaluate<string[]>(`[...document.querySelectorAll('tbody tr')]
    .filter((row) => row.getBoundingClientRect().bottom <= innerHeight)
    .map((row) => row.innerText)`);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const row of rows)
    for (const text of [NAME, 'en revisión', 'no consta que sea este comprobante', 'quedan 2 días'])
      expect(row).toContain(text);
});

test('bold text has the font of the rest', async () => {
  const { page, browserWindow } = session;
  await page.goto('/negocios');
  const tools = await browserWindow.context.newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  const familyOf = async (selector: string) => {
    const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.toSorted((one, other) => other.glyphCount - one.glyphCount)[0]?.familyName;
  };
  expect(await familyOf('h1')).toBeDefined();
  expect(await familyOf('button.main')).toBe(await familyOf('h1'));
});

test('the search box of a wide screen is no narrower than that of a laptop', async () => {
  const widths: number[] = [];
  for (const width of [1_280, 1_920]) {
    await session.page.setViewportSize({ width, height: 1_080 });
    await session.page.goto('/colas');
    widths.push((await session.page.getByRole('searchbox').boundingBox())?.width ?? 0);
  }
  expect(widths[1]).toBeGreaterThanOrEqual(widths[0] as number);
});

describe('on a phone', () => {
  beforeAll(() => session.page.setViewportSize(PHONE));

  test('the head takes at most 15 % of the screen, and keeps the search box', async () => {
    await session.page.goto(STUCK);
    const main = await session.page.getByRole('main').boundingBox();
    expect(main?.y).toBeLessThanOrEqual(PHONE.height * 0.15);
    expect(await session.page.getByRole('searchbox').isVisible()).toBe(true);
  });

  test('a card without a name begins with its state, and its link stands beside it', async () => {
    const { page } = session;
    await page.goto('/inicio');
    const row = page.locator('table', { hasText: 'Por motivo' }).locator('tbody tr').first();
    const tag = await row.locator('.tag').boundingBox();
    const link = await row.getByRole('link', { name: 'Ver' }).boundingBox();
    expect(tag && link && link.x > tag.x && link.y < tag.y + tag.height).toBe(true);
  });

  test('the menu opens without scripts, by keyboard', async () => {
    const visitor = await openWindow(session.chromium, session.environment.panel.url, {
      javaScriptEnabled: false,
      viewport: PHONE,
      storageState: await session.browserWindow.context.storageState(),
    });
    await visitor.page.goto(STUCK);
    const link = visitor.page.getByRole('link', { name: 'Colas' });
    expect(await link.isVisible()).toBe(false);
    await visitor.page.getByRole('button', { name: 'Menú' }).press('Enter');
    await andArrive(visitor.page, () => link.press('Enter'));
    expect(new URL(visitor.page.url()).pathname).toBe('/colas');
    await visitor.leave();
  });

  test.each([
    [STUCK, ['en revisión', 'no consta que sea este comprobante', 'quedan 2 días']],
    ['/referencias?ver=emitidas', ['en revisión']],
    ['/negocios', ['activo']],
    ['/negocios/:ruc/credenciales', ['activa', 'Revocar']],
    ['/negocios/:ruc/series', ['abierta', 'Cerrar']],
    ['/negocios/:ruc/registro', ['201']],
    ['/usuarios', ['activo', 'Cambiar']],
    ['/auditoria', ['terminal (root)', 'Ver']],
    ['/colas', ['Pausar']],
  ])('%s shows %j without sideways scrolling', async (address, texts) => {
    await session.page.goto(address.replace(':ruc', sender.ruc));
    expect(await session.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    for (const text of texts) {
      const box = await session.page.locator('tbody').getByText(text).first().boundingBox();
      expect([text, box && box.x >= 0 && box.x + box.width <= PHONE.width]).toEqual([text, true]);
    }
  });
});

test('on an A4 sheet the audit is whole, with what each action changed', async () => {
  const { page, environment } = session;
  await recordAct(
    environment.db,
    { actor: 'panel:una.persona.de.soporte@distribuidora-los-andes.pe', reason: 'x'.repeat(90) },
    {
      action: 'restoration.decline',
      businessId: sender.id,
      after: { address: 'Avenida de los Conquistadores 1234, San Isidro, Lima'.repeat(3) },
    },
  );
  await page.setViewportSize(A4);
  await page.goto('/auditoria');
  await page.emulateMedia({ media: 'print' });
  const right = await page.evaluate<number>(`Math.max(...[...document.querySelectorAll('td')]
    .map((cell) => cell.getBoundingClientRect().right))`);
  expect(right).toBeLessThanOrEqual(A4.width);
  expect(await page.getByText('Conquistadores').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
});
/** In pixels of 1/96 inch, between margins of 1 cm. */
const A4 = { width: 718, height: 1047 };

describe('the charts', () => {
  beforeAll(async () => {
    await session.environment.db.pool.query(
      `INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
        SELECT date_trunc('hour', now()) - hours * interval '1 hour', 'production', measure,
          result, 24, 1000 + hours
        FROM generate_series(0, 23) AS hours,
          (VALUES ('issued', ''), ('settled', 'accepted'), ('sendBill', 'cdr'))
            AS m (measure, result)`,
    );
  });

  test.each([
    ['a laptop', WIDE],
    ['a phone', PHONE],
    ['a narrow window', NARROW],
  ])('on %s are whole, the newest hour in sight, with text of 11 px or more', async (_, size) => {
    await session.page.setViewportSize(size);
    await session.page.goto('/actividad');
    const marks =
      await session.page.evaluate<{ size: number; right: number; left: number }[]>(MARKS);
    expect(marks.length).toBeGreaterThan(20);
    for (const mark of marks) {
      expect(mark.size).toBeGreaterThanOrEqual(11);
      expect(mark.left).toBeGreaterThanOrEqual(0);
      expect(mark.right).toBeLessThanOrEqual(size.width);
    }
    expect(await session.page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
  });
});
/** The texts of the axes that are shown, with their size as it is on the screen. */
const MARKS = `[...document.querySelectorAll('.plot .mark')]
  .filter((mark) => mark.getBoundingClientRect().width > 0)
  .map((mark) => {
    const { left, right } = mark.getBoundingClientRect();
    const scale = mark.ownerSVGElement.getBoundingClientRect().width / 360;
    return { left, right, size: parseFloat(getComputedStyle(mark).fontSize) * scale };
  })`;

describe('in the dark', () => {
  beforeAll(() => session.page.emulateMedia({ colorScheme: 'dark' }));
  afterAll(() => session.page.emulateMedia({ colorScheme: 'light' }));

  test.each([
    ...['/inicio', STUCK, '/referencias?ver=emitidas', '/buscar?q=B001', '/colas', '/sunat'],
    ...['/actividad', '/operaciones', '/usuarios', '/auditoria', '/negocios', '/avisos'],
    ...['', '/datos', '/series', '/pdf', '/credenciales', '/registro'].map(
      (part) => `/negocios/:ruc${part}`,
    ),
  ])('%s is dark, and every colour has its contrast in both widths', async (address) => {
    const answer = await session.page.goto(address.replace(':ruc', sender.ruc));
    expect(answer?.status()).toBe(200);
    for (const size of [WIDE, PHONE]) {
      await session.page.setViewportSize(size);
      expect(await session.page.evaluate(BACKGROUND)).toBe('rgb(20, 24, 27)');
      expect(await violations(session.page)).toEqual([]);
    }
  });
});
const BACKGROUND = "getComputedStyle(document.querySelector('main')).backgroundColor";

describe('with forced colours', () => {
  beforeAll(() => session.page.emulateMedia({ forcedColors: 'active' }));
  afterAll(() => session.page.emulateMedia({ forcedColors: 'none' }));

  test('only the current links of the menu and of the tabs are underlined', async () => {
    await session.page.goto(`/negocios/${sender.ruc}/series`);
    expect(await session.page.evaluate(UNDERLINED)).toEqual(['Negocios', 'Series']);
  });

  test('the days of SUNAT keep their colours', async () => {
    await session.environment.db.pool.query(
      `INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
        VALUES (date_trunc('hour', now()) - interval '2 days', 'production', 'sendBill', 'failed',
          24, 9)`,
    );
    await session.page.goto('/sunat');
    const days = await session.page.evaluate<string[]>(`[...new Set([...document
      .querySelectorAll('.days li')].map((each) => getComputedStyle(each).backgroundColor))]`);
    expect(days.length).toBeGreaterThan(1);
  });
});
/** The texts of the links whose lower border differs from the background. */
const UNDERLINED = `[...document.querySelectorAll('nav a')].filter((link) => {
  const { borderBottomWidth, borderBottomColor } = getComputedStyle(link);
  const { backgroundColor } = getComputedStyle(document.documentElement);
  return borderBottomWidth !== '0px' && borderBottomColor !== backgroundColor;
}).map((link) => link.textContent)`;

describe('keys', () => {
  const focused = () => session.page.evaluate<string>('document.activeElement.textContent');
  beforeAll(() => session.page.setViewportSize(WIDE));

  test('j and k move over the rows, and Enter opens the one that has the focus', async () => {
    await session.page.goto(STUCK);
    const links = await session.page.locator('tbody a').allTextContents();
    await session.user.press('j');
    expect(await focused()).toBe(links[0]);
    await session.user.press('j');
    await session.user.press('j');
    await session.user.press('k');
    expect(await focused()).toBe(links[1]);
    await session.user.enter();
    expect(await session.page.getByRole('heading', { level: 1 }).textContent()).toContain(links[1]);
  });

  test('they are letters while one is writing, and can be switched off', async () => {
    await session.page.goto(STUCK);
    await session.user.press('/');
    await session.user.type('jk/');
    expect(await session.page.getByRole('searchbox').inputValue()).toBe('jk/');
    const box = session.page.getByRole('contentinfo').getByRole('checkbox');
    await box.uncheck();
    await session.user.press('j');
    expect(await box.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await box.check();
  });
});

test('the browser requested no other host and its policy refused nothing', () => {
  expect(session.browserWindow.complaints).toEqual([]);
});
