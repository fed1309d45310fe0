/** The metrics of a process, in the text format of Prometheus. */
export { leaveOut, measureRequests, type RoutedRequest, routeOf } from './httpMetrics.js';
export { createMetrics, type Metrics, pageOf, type Samples } from './metrics.js';
export { addConditionGauge, addPoolGauges } from './processGauges.js';
export { createReplicaMetrics } from './replicaMetrics.js';
