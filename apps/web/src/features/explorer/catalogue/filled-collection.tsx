/** A download of the Postman collection with the values of the signed-in developer. */
import { isApplicationIdentity, isTokenUserList } from '../../../shared/api/answers.ts';
import { ApplicationSelect } from '../../../shared/application/application-select.tsx';
import { useApplications } from '../../../shared/application/use-applications.ts';
import { saveBlob } from '../../../shared/page/save-blob.ts';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { fillCollection } from './fill-collection.ts';

const FILE_NAME = 'api.postman_collection.json';

export function FilledCollection() {
  const { api } = useExtra();
  const { run, isPending, failure } = useAction();
  const applications = useApplications();
  const download = async () => {
    const [collection, application, users] = await Promise.all([
      api.json({ path: '/specs/postman' }),
      api.json({ path: '/tpp' }, isApplicationIdentity),
      api.json({ path: '/tpp/psu' }, isTokenUserList),
    ]);
    const customer = users.find(({ access_token: token }) => token !== undefined);
    const filled = fillCollection(collection, { application, customer });
    saveBlob(new Blob([JSON.stringify(filled, null, 2)], { type: 'application/json' }), FILE_NAME);
  };
  return (
    <div className="stack-2">
      <ApplicationSelect applications={applications} />
      <Button kind="secondary" isDense isBusy={isPending} onClick={() => void run(download)}>
        Download for Postman with my values
      </Button>
      <p className="small second">
        With your client id, redirect URI and the token of the current test customer. The client secret stays empty. Postman attaches certificates by
        its settings, not by a collection, and does not sign.
      </p>
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </div>
  );
}
