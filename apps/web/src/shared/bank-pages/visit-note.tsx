/** For whom the customer acts and, before they are signed out, why and how to stay. */
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { useDoorText } from './messages.ts';
import { RoleLine } from './role-line.tsx';
import type { Visit } from './use-visit.ts';

export function VisitNote({ visit }: { visit: Visit }) {
  return (
    <>
      {visit.visitor === undefined ? null : <RoleLine visitor={visit.visitor} calls={visit.calls} />}
      <EndNote visit={visit} />
    </>
  );
}

function EndNote({ visit: { warning, stay } }: { visit: Visit }) {
  const text = useDoorText();
  if (warning === undefined) return null;
  return (
    <Note kind="warn" role="status">
      <div className="stack-2">
        <p>{text(warning === 'idle' ? 'door.endsSoon' : 'door.endsForGood')}</p>
        {warning === 'idle' ? (
          <Button kind="secondary" onClick={stay}>
            {text('door.stay')}
          </Button>
        ) : null}
      </div>
    </Note>
  );
}
