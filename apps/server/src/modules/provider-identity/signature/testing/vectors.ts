/** A request signed by the reference implementation of adorsys/xs2a (Apache-2.0, commit 0fc4671, psd2-certificate-validator/src/test/resources/signature). */

export const DIGEST = 'SHA-256=cE4iyBDKyP5qdfUyHuB4eZf5iqA5pSAjTzl8l89Oh20=';

const VALUE = [
  'l7Y5GUmCHqMxLloe8lrglxc2mA8p3tkb/bKvq+uHmpyaCHejAq2fiq02IfC5PO3MFauN5rceOmr4K/7M9Hk9Ya/K1SlMxRkaB4CJWv87z9lhuzaLlhyKcx3Q',
  'Ig8zn52Rz2KKO0vGhufvQfCdu8qY1i6p1MFFOqOCJTMaqZuDA7DV5YBO+iGplipa0nanhF2x2tw58h7tbtG7/NRJCrMpCGBdHexRMlikRMpPd8mO8uK8XWnP',
  'sQdpXAHsmChSH1/Gmrlleqa8/TszDqSYJrdO+498r/WhwGUGBwwOkR7fRpBZz+w0YmAk6lN+OlEi+mnLq0qgmwTc0cAgvE0/JWqDkm1FLJ8hx6eip5kEar41',
  'S+e/cdEmFEGvCPY39Vg2Vm2NkGdJOp1YtKEQk/tcFvsqyIB3M5sPiga3GavI4v2Z1a9DfM1aAcDrgNDDZFHhVynEAujIJQwXSfawkvXebjRolhV4lBJeQ609',
  '34jgGEABpDvY9m+APtWmJgvpDnwgXPgetf8ZJFVZh5uEOJzgZPnswMb6Us9+nzxuTJfQrVtmXuQjSk/bgX686gVERA4etPtYppwbpmJPpL3PuwOcHvutLagK',
  'n2S3LjydabmTnd/yWE2kWTpiXxC7Wcvty7EUhB3YOYe/1KobTyRwFxCtVYSZ0pf4YqNdOnbus4MhujHRDTk=',
].join('');

export const SIGNATURE = [
  'keyId="SN=8e5c660ad95e4dbf,CA=CN=Adorsys,OU=Adorsys,O=Adorsys,L=Nuremberg,ST=Nuremberg,C=DE"',
  'algorithm="SHA256withRSA"',
  'headers="accept date psu-id psu-ip-address x-request-id digest"',
  `signature="${VALUE}"`,
].join(',');

/** PEM on one line, as the header `TPP-Signature-Certificate` carries it. */
export const CERTIFICATE = [
  '-----BEGIN CERTIFICATE----- ',
  'MIIFUjCCAzoCCQCOXGYK2V5NvzANBgkqhkiG9w0BAQsFADBrMQswCQYDVQQGEwJERTESMBAGA1UECAwJTnVyZW1iZXJnMRIwEAYDVQQHDAlOdXJlbWJlcmcx',
  'EDAOBgNVBAoMB0Fkb3JzeXMxEDAOBgNVBAsMB0Fkb3JzeXMxEDAOBgNVBAMMB0Fkb3JzeXMwHhcNMTkwNTA3MTMzNjE3WhcNNDYwOTIxMTMzNjE3WjBrMQsw',
  'CQYDVQQGEwJERTESMBAGA1UECAwJTnVyZW1iZXJnMRIwEAYDVQQHDAlOdXJlbWJlcmcxEDAOBgNVBAoMB0Fkb3JzeXMxEDAOBgNVBAsMB0Fkb3JzeXMxEDAO',
  'BgNVBAMMB0Fkb3JzeXMwggIiMA0GCSqGSIb3DQEBAQUAA4ICDwAwggIKAoICAQC0zzM4yMywTcdPRXph3gOt5L0uJjeWjoxeS33RXn2jkLRqjasXAJ4DTjW+',
  'rM5Tj5I2uevoANb/EKLyYftGGHL7BgPIo0sr7DugGGOAxJSY9b1wRM0fc7xT7oahlZixJGyQRDLDv90OJW3+j/kNSN1X3gEUae/vWTTp155QZBTNTKjSFdLP',
  'ESv7f0NV4wjZxIbDQcPK33KsDlxYDkMw6taf4XCq74ujnU9NhbQjxGcXw0U7heVMI4V+MAqrzXHDqOG5/iKPUeNDdYMJqFZoN1Trb3k234EQWP28UUM33wVD',
  'WK6Ch/8frCsMCyD+DiRm7yE8uW9WUatI4VEVDNCh9E9p8aXUEFQtyU/R5t2rSRj0yEGYtaEFyr5byLvftqZAeOPPpljRioL/vWzk3QRms18VFrSalsLZ4vR1',
  'D4UJmPZVpi7Pzr72wOMaoKzIWY5fSSbTJv2T6w/GKP4kpoMfQVaSocoHf/Usfnloe17vWMFOH4cc2rU/OYiY2MSjbHB2/zqCRYmZ1ddyfRlUAOIQ5j7AZkR7',
  'mqUeGrhX4Q0e+MF1RW+XQBpQ+7VocAtg3deiUCf6lliKxyl4iYrqWpBxOiewhIG92dneXNM4KkMDzhCuGk3+3zbJLK90YX/rV5zq49rWqqBiLPk3+LorzjE2',
  '+ql9Ok2jxWoiWQVW6MYWdNVHBQIDAQABMA0GCSqGSIb3DQEBCwUAA4ICAQA2hmhyMR7aheOfv/jcjvnbuvAM5YXHL+rtOnkqo0OKHbyEpb5rP/8nGAF/Xsgz',
  'iH3/T1iHpnJbJG4OO5Ue2101DHtNeXvhnuis6BWTKApC+jJZBoci9ms35wQsGOKsSHDZ7BnVRU6n/7oN+RfoDN1NCoPJd5s7PqGxmJzny8CWufvqAap+UZOQ',
  '75Esh5jobnDJd9Zcc1+J/eyfDqUK1drDW6nmwJpdw3iO2DYDupMAf7kCalr8iXRqIR/kf2TN/aIOIrpJpexacase0o0fOwYwqQDGGlQsywedVzGzehsNYJYt',
  'HMt2/MuxuDj0ymA8vuytX9fLUlspEQv1XdHKBqwjN+xDHkvMxRu6dtALoorj5gOZcitEhKOLGfuokRqFDpSyEdPcipFk0lAqwRhLnVFk9W6K7shz71wIumqd',
  'Mme+xZYV0TpG4iPZDEmnIrPINvnmpewIUgq58GFjGmQTmcHm4N6rP2ZR8FTvIQprC1LtzuwiP13cKjVYAVnoMI453MhSGVSTQ1aOYB+2wdwr0EprLgQAzH7W',
  'ewWtn/CCDibuI1h0EVE80GcqX93iN4ilJ7mPWawJaY4XKONphC9CtdSkbhdnY6H59J7HApLXAF5QT8jKNFEyvNoGOn0h89wPGRhOlEdmiZ9/1G2rU60SxWL9',
  'ntxIqB4I0uCBczTCj1GQYA==',
  ' -----END CERTIFICATE-----',
].join('');
