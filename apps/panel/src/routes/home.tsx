/** Seeing at a glance whether all is well. */
import { type Answer, page, type Signed } from '../edge/visit.js';

export const home = (_visit: Signed): Answer => page('Inicio', <h1>Inicio</h1>);
