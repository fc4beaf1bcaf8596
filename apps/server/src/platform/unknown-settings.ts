/** Finds variables that look like settings and that no server reads, because a misspelt setting otherwise has no effect and no message. */
import { nearestName } from './nearest-name.ts';
import { SECRET_SETTINGS, SETTINGS } from './settings.ts';

const KNOWN = [...Object.values(SETTINGS).flatMap((group) => Object.keys(group)), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)];
/** Only these names are compared with the settings: an environment has a hundred names, and comparing each took 0.3 s of a start. */
const MAYBE_OURS = /^(?:PORTICO|DATABASE)_/;
/** Of the command line of applications (`packages/client`). */
const OF_OTHERS = /^PORTICO_(?:TPP|CLIENT)_/;
/** Kubernetes and Docker set these for a service with the name `portico`. */
const OF_SERVICE_LINKS = /^PORTICO_(?:SERVICE_|PORT$|PORT_\d|ENV_|NAME$)/;

export interface UnknownSetting {
  readonly name: string;
  readonly text: string;
}

/** Names that begin with `PORTICO_`, and others that are nearly a setting's. Values are not part of the result. */
export function unknownSettings(env: NodeJS.ProcessEnv): readonly UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => MAYBE_OURS.test(name) && !KNOWN.includes(name) && !OF_OTHERS.test(name) && !OF_SERVICE_LINKS.test(name))
    .flatMap((name) => {
      const nearest = nearestName(name, KNOWN);
      if (!name.startsWith('PORTICO_') && nearest === undefined) return [];
      const hint = nearest === undefined ? 'docs/operate/settings.md lists all settings' : `did you mean ${nearest}?`;
      return [{ name, text: `${name} is no setting and has no effect: ${hint}` }];
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
