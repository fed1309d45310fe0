/** The samplers of OpenTelemetry by their standard names. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../tracingConfig.js';

const PARENT_BASED = /^parentbased_/;

export function createSampler({ name, ratio }: TracingConfig['sampler']): Sampler {
  const root = ROOTS[name.replace(PARENT_BASED, '') as keyof typeof ROOTS](ratio);
  return PARENT_BASED.test(name) ? new ParentBasedSampler({ root }) : root;
}

const ROOTS = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
};
