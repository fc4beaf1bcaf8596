/** The applications of third-party providers: who calls the XS2A API, and which origins a customer may be sent back to. */
export interface TppApp {
  readonly appId: string;
  readonly sandboxId: string;
  readonly clientId: string;
  /** `clientName`: shown as `tppApplicationName`. */
  readonly clientName: string;
  /** The provider's registered name: shown as `tppName`. */
  readonly registeredName: string;
  readonly redirectUris: readonly string[];
}

export interface TppApps {
  findByClientId(clientId: string): Promise<TppApp | undefined>;
  findByAppId(appId: string): Promise<TppApp | undefined>;
  /** Constant-time comparison with the encrypted secret. */
  isClientSecret(clientId: string, secret: string): Promise<boolean>;
  /** True when the URL's scheme, host and port equal one of the application's redirect URIs, path free, no userinfo, no fragment. */
  isReturnUrl(app: TppApp, url: string): boolean;
  /** Creates or refreshes an application; used by the seed now and by `POST {api}/tpp` later. */
  upsert(app: TppApp & { readonly clientSecret: string }): Promise<void>;
}
