/** A line of counts by minute as SVG; its label says the same in words. */
import type { VNode } from 'preact';

const HEIGHT = 30;

export function Sparkline({ values, label }: { values: readonly number[]; label: string }): VNode {
  const most = Math.max(...values);
  const scale = (HEIGHT - 2) / Math.max(1, most);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT - 1 - value * scale).toFixed(1)}`,
  );
  return (
    <svg
      class="spark"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: de ${Math.min(...values)} a ${most} por minuto`}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
}
