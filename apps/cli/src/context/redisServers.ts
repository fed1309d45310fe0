/** Where Redis is, for the commands that do without it. */
import type { RedisServers } from '@rafaga/runtime';

/** @returns undefined when no variable names a Redis; a wrong variable throws */
export async function redisServersOf(env: NodeJS.ProcessEnv): Promise<RedisServers | undefined> {
  const [{ readConfig }, { namesRedis, redisConfig, redisVariables }] = await Promise.all([
    import('@rafaga/runtime/config'),
    import('@rafaga/runtime/redis'),
  ]);
  return namesRedis(env) ? redisConfig(readConfig(env, redisVariables(env))) : undefined;
}
