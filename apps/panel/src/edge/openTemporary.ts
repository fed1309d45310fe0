/** Opens what the panel keeps for minutes. */
import { SealBroken, type SecretPlace, type Vault } from '@rafaga/secrets';

/** @returns undefined for a value of a key that this panel no longer has: it counts as expired */
export function openTemporary(
  vault: Pick<Vault, 'open'>,
  sealed: Buffer,
  place: SecretPlace,
): Buffer | undefined {
  try {
    return vault.open(sealed, place);
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
