/**
 * The field of a district: its name or its code. The script suggests names; without it, a name that
 * several districts share is answered with the choice among them.
 */
import { type District, districtOf, districtText, findDistricts } from '@rafaga/fiscal/ubigeos';
import { faultOfUbigeo } from '@rafaga/operations';
import type { VNode } from 'preact';
import { assetUrl } from '../assets.js';
import type { Form } from '../edge/form.js';
import { Choice, type Faults, Field } from '../html/components.js';

/** More are not offered: a longer text says which one is meant. */
const MAX_OFFERED = 20;
const LIST = 'distritos';

export function DistrictField({ value, faults }: { value: string; faults: Faults }): VNode {
  const found = codeIn(value) === undefined ? findDistricts(value).slice(0, MAX_OFFERED) : [];
  return (
    <>
      <Field
        name="ubigeo"
        label="Ubigeo"
        hint="El distrito, como Lince o Miraflores, Arequipa; o su código de 6 dígitos."
        value={shown(value)}
        faults={faults}
        attributes={{ list: LIST, 'data-districts': assetUrl('distritos.json') }}
      />
      <datalist id={LIST} />
      {faults.ubigeo && found.length > 1 && (
        <Choice
          name="distrito"
          label="¿Cuál de estos distritos?"
          options={found.map((district) => [district.code, named(district)])}
        />
      )}
    </>
  );
}

/** Lince, Lima, Lima (150116) */
const named = (district: District): string => `${districtText(district)} (${district.code})`;

/** A code with its names, where they are known. */
export function shown(value: string): string {
  const district = districtOf(value);
  return district ? named(district) : value;
}

const codeIn = (text: string): string | undefined => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];

/** The code that a form means, or what is wrong with it. */
export function readDistrict(form: Form): { ubigeo: string; fault?: string } {
  const typed = form.text('ubigeo');
  const chosen = form.text('distrito');
  const code = codeIn(typed);
  if (code) return withFault(code);
  const found = findDistricts(typed);
  const picked = found.find((district) => district.code === chosen);
  if (picked) return { ubigeo: picked.code };
  if (found.length === 1 && found[0]) return { ubigeo: found[0].code };
  return { ubigeo: typed, fault: faultOfName(typed, found.length) };
}

function withFault(ubigeo: string): { ubigeo: string; fault?: string } {
  const fault = faultOfUbigeo(ubigeo);
  return fault ? { ubigeo, fault: sentence(fault) } : { ubigeo };
}

function faultOfName(typed: string, found: number): string {
  if (found > 1) return `Hay ${found} distritos con ese nombre: elige uno abajo.`;
  return /^\d*$/.test(typed)
    ? sentence(faultOfUbigeo(typed) ?? 'escribe el distrito.')
    : `No hay un distrito «${typed}»: revisa cómo se escribe, o usa su código de 6 dígitos.`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
