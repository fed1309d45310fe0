/** F24: an operator changes the authority of a business while its documents wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { DocumentsPending, updateBusiness } from '@rafaga/db';
import { eventually, type Scenario } from './scenario.js';

const ENVIRONMENTS = 'SELECT DISTINCT environment FROM documents WHERE business_id = $1';

const F24: Scenario = {
  name: 'F24 a business is moved to another authority while its documents wait',
  seconds: 5,
  reviews: 0,
  inject: async (cluster, { id }, load) => {
    const { db, links } = cluster;
    const leave = (authority: 'beta' | 'production') =>
      updateBusiness(db, { actor: 'ana' }, id, { authority });
    links.authority.down();
    const pending = () => db.prisma.emission.count({ where: { businessId: id } });
    await eventually('more than ten pending documents', async () => (await pending()) > 10);
    for (const authority of ['beta', 'production'] as const) {
      await expect(leave(authority)).rejects.toThrow(DocumentsPending);
      await sleep(500);
    }
    links.authority.heal();
    await load.done;
    // every document still belongs to the environment in which it was issued
    expect((await db.pool.query(ENVIRONMENTS, [id])).rows).toEqual([{ environment: 'simulator' }]);
    await eventually('no pending document', async () => (await pending()) === 0);
    // without pending documents, the change is allowed
    await leave('beta');
    expect(await db.prisma.business.findUniqueOrThrow({ where: { id } })).toMatchObject({
      environment: 'beta',
    });
    await updateBusiness(db, { actor: 'ana' }, id, { authority: 'simulator' });
  },
};

export const ENVIRONMENT_CHANGES: readonly Scenario[] = [F24];
