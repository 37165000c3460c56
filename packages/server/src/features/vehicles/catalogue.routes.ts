import { vehicles } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import {
  findModels,
  modelsByName,
  optionsFor,
  optionsUnder,
  readCatalogue,
  deleteModel,
  writeModel,
  type CatalogueDeps,
} from "./catalogue.ts";

/** The catalogue of models: what pickers offer, and how the back office changes it. */
export function catalogueRoutes({ mount }: Mount, deps: CatalogueDeps): void {
  mount(vehicles.listModelsByType, async ({ query }) =>
    done(
      await findModels(
        deps,
        { type: query.vehicleType, sort: query.sort_by },
        query.page_no,
        query.page_size,
      ),
    ),
  );
  mount(vehicles.searchModels, async ({ query }) => {
    const { make, vehicleType: type, search, sort_by: sort } = query;
    return done(await findModels(deps, { make, type, search, sort }, query.pageNo, query.pageSize));
  });
  mount(vehicles.getModels, async ({ params }) => {
    const found = await modelsByName(deps, params.make, params.model);
    return found.length > 0 ? done(wholeList(found)) : refuse("NOT_FOUND");
  });
  mount(vehicles.listOptions, async ({ params }) =>
    done(wholeList(await optionsFor(deps, params.kind))),
  );
  mount(vehicles.listOptionsOf, async ({ params }) =>
    done(wholeList(await optionsUnder(deps, params.kind, params.of))),
  );
  mount(vehicles.listCatalogue, async () => done({ data: { models: await readCatalogue(deps) } }));
  mount(vehicles.putModel, async ({ params, body, backoffice }) => {
    const written = await writeModel(deps, backoffice, { ...params, ...body });
    return written.ok ? done({ data: written.value }) : written;
  });
  mount(vehicles.removeModel, async ({ params, query, backoffice }) => {
    const removed = await deleteModel(deps, backoffice, { ...params, ...query });
    return removed.ok ? done({ data: removed.value }) : removed;
  });
}
