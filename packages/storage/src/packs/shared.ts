/**
 * Work that is wanted while it is being done is done once more for all who wanted it: what they get
 * began after they asked.
 */
export function shared<T>(work: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const next = new Map<string, Promise<T>>();
  const underway = new Map<string, Promise<T>>();

  return (name) => {
    const known = next.get(name);
    if (known) return known;
    const begin = () => {
      next.delete(name);
      const now = work(name).finally(() => {
        if (underway.get(name) === now) underway.delete(name);
      });
      underway.set(name, now);
      return now;
    };
    const coming = (underway.get(name) ?? Promise.resolve()).then(begin, begin);
    next.set(name, coming);
    return coming;
  };
}
