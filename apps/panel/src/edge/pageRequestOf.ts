/** Makes the request that a page receives of Express's, before any guard has seen it. */
import type { Request, Response } from 'express';
import type { Deps } from '../deps.js';
import { hasJustChanged } from './changeCookie.js';
import { isSecure } from './cookie.js';
import { readDevice } from './deviceCookie.js';
import { EMPTY_FORM, withoutNul } from './form.js';
import type { PageRequest } from './pageRequest.js';
import { urlOf } from './render.js';

const MAX_AGENT = 300;

export function pageRequestOf(deps: Deps, req: Request, res: Response): PageRequest {
  const url = urlOf(req, deps);
  return {
    deps,
    read: hasJustChanged(req.get('cookie'), isSecure(deps))
      ? (read) => read(deps.db)
      : deps.replicas.read,
    url,
    requestId: res.locals.requestId,
    address: req.ip ?? '',
    device: readDevice(req.get('cookie'), isSecure(deps), deps.pepper),
    agent: withoutNul(req.get('user-agent') ?? '').slice(0, MAX_AGENT),
    now: deps.now(),
    param: (name) => withoutNul(String(req.params[name] ?? '')),
    query: (name) => withoutNul(url.searchParams.get(name) ?? '').trim(),
    form: EMPTY_FORM,
    formToken: '',
  };
}
